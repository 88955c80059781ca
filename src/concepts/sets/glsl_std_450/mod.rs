//! Extended instructions of GLSL.std.450 (SPIR-V 3.42.2 `OpExtInst`; SPIR-V Extended Instructions for GLSL), which
//! shaders have.
//!
//! In LLVM IR: 32 of them are LLVM's intrinsics (S2-155 to S2-166); the others are calls of `__spirv_glsl_` builtins,
//! mangled like those of OpenCL.std, whose names include the result type if the instruction unpacks. One table of
//! [`rows`] serves both directions. `FMin` and `FMax` are `llvm.minnum` and `llvm.maxnum`, as are `NMin` and `NMax`,
//! but with a note (`!spirv.ExtInst`), since the intrinsics guarantee more about NaNs. Lost: nothing.
//!
//! Intrinsics of LLVM without an instruction in the set become sequences of instructions in shaders ([`intrinsics`]).

mod bits;
pub mod emit;
mod floats;
mod forward;
mod integers;
mod intrinsics;
mod reverse;
pub mod rows;

#[cfg(test)]
mod tests;

pub use reverse::reverse;

use crate::state::{Chapter, Scope};

/// The name of the set in `OpExtInstImport`.
pub const SET: &str = "GLSL.std.450";

/// The prefix of the names of its builtins.
pub const PREFIX: &str = "__spirv_glsl_";

/// The node with the name of the instruction, for an intrinsic that stands for two instructions.
const NOTE: &str = "spirv.ExtInst";

/// The hooks for calls of its builtins.
pub const CHAPTER: Chapter =
    Chapter { resolve: Some(forward::resolve), operand_types: Some(forward::operand_types), ..Chapter::NONE };

/// The hooks for LLVM's intrinsics in shaders.
pub const INTRINSICS: Chapter =
    Chapter { scope: Scope::Logical, lower_intrinsic: Some(intrinsics::lowering), ..Chapter::NONE };
