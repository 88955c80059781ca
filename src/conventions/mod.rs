//! Conventions of LLVM IR as tables of facts. The passes of `legalize` and the chapters of `concepts` share them; the
//! tables depend on neither.

pub mod calling;
pub mod classes;
pub mod encodings;
pub mod marks;
pub mod nodes;
pub mod notes;
pub mod rules;
pub mod structs;
