//! Checks for input that LLVM's readers, its verifier and its passes do not survive, made before they are asked.
//!
//! `docs/llvm-faults.md` has LLVM's issue and a minimal input for each.

/// Whether some files end the process that reads them: the checks find most of them.
#[cfg(feature = "internals")]
pub const CAN_END_PROCESS: bool = true;

pub mod assembly;
mod bitcode;
pub mod flat_constants;
pub mod nesting;
mod old_intrinsics;
pub(crate) mod stack;
