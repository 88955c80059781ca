//! Limits of what is read: the twin of `llvm/guard`, most of which exists because LLVM is in the process.

/// Whether some files end the process that reads them.
#[cfg(feature = "internals")]
pub const CAN_END_PROCESS: bool = false;

pub mod assembly;
pub mod flat_constants;
pub mod nesting;
pub mod stack;
