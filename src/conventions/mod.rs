//! Conventions of LLVM IR as tables of facts, which the passes of `legalize` and the chapters of `concepts` share: they know
//! neither.

pub mod classes;
pub mod encodings;
pub mod marks;
pub mod nodes;
pub mod notes;
pub mod rules;
