//! The concepts: a file for each chapter of the SPIR-V specification, with both directions of its translation.
//!
//! Each file describes its chapter, its representation in LLVM IR and the losses; then come its rows, and then the code
//! that rows cannot express, forward and reverse.

pub mod base;
pub mod builtins;
pub mod calls;
pub mod extensions;
pub mod instructions;
pub mod interface;
pub mod intrinsics;
pub mod khronos;
pub mod registry;
pub mod sets;
pub mod shaders;
