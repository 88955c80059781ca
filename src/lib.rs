//! Translates between LLVM IR and SPIR-V, both ways.

pub mod concepts;
pub mod error;
pub mod forward;
pub mod llvm;
pub mod options;
pub mod place;
pub mod spirv;
pub mod state;
