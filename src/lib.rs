//! Translates between LLVM IR and SPIR-V, both ways.

pub mod error;
pub mod llvm;
pub mod place;
