//! Calling conventions, and the test whether the module itself defines a function.

use crate::llvm::{Linkage, Value};

/// LLVM's number of the calling convention `spir_func`.
pub const SPIR_FUNC: u32 = 75;
/// LLVM's number of the calling convention `spir_kernel`.
pub const SPIR_KERNEL: u32 = 76;

/// Returns whether the module defines the function. An `available_externally` body is for the optimiser alone and does not count.
pub fn is_defined(function: Value<'_>) -> bool {
    !function.is_declaration() && function.linkage() != Linkage::AvailableExternally
}
