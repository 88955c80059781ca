//! Kernels whose arguments, buffers and structures hold `half`, `bfloat` and integers of any width.

mod kernel;
mod layout;

pub use kernel::Values;
