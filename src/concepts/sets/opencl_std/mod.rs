//! Extended instructions of OpenCL.std (SPIR-V 3.42.2 `OpExtInst`; OpenCL Extended Instruction Set Specification).
//!
//! In LLVM IR: calls of OpenCL C builtins (`_Z4fmaxDv4_fS_`) or of `__spirv_ocl_` ones (S3-48 to S3-53), which have the
//! name of the instruction. One table of [`rows`] serves both, in both directions. A scalar argument beside vectors is
//! splatted, since the instructions require operands of one type; it stays a vector on the way back.

mod formats;
mod forward;
mod reverse;
pub mod rows;
mod untyped;

#[cfg(test)]
mod tests;

pub use forward::{operand_types, resolve};
pub use reverse::reverse;

/// The name of the set in `OpExtInstImport`.
pub const SET: &str = "OpenCL.std";

use crate::state::Chapter;

/// The chapter's hooks in the core chapters.
pub const CHAPTER: Chapter = Chapter {
    read_module: Some(formats::copy_all),
    resolve: Some(resolve),
    is_unmangled: Some(|symbol| symbol == "printf"),
    operand_types: Some(operand_types),
    ..Chapter::NONE
};
