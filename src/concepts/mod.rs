//! The concepts: one file a chapter of SPIR-V, holding both directions of that chapter.
//!
//! Each file says what the chapter covers, how it looks in LLVM IR and what is lost on the way; then come its rows,
//! then what no row can say, forward and reverse.

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
