//! What LLVM IR looks like to the translator, as tables of facts: the passes of `legalize` and the chapters of `concepts`
//! share them, and they know neither.

pub mod classes;
pub mod marks;
pub mod rules;
