//! Calling conventions, and which functions are the module's own.

use crate::llvm::{Linkage, Value};

/// LLVM's number of the calling convention `spir_func`.
pub const SPIR_FUNC: u32 = 75;
/// LLVM's number of the calling convention `spir_kernel`.
pub const SPIR_KERNEL: u32 = 76;

/// Returns whether the module defines the function. A body that is only for the optimiser to look at is no definition.
pub fn is_defined(function: Value<'_>) -> bool {
    !function.is_declaration() && function.linkage() != Linkage::AvailableExternally
}
