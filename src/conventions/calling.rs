//! Calling conventions, and functions that the module itself defines.

pub use crate::llvm::call_conv::{SPIR_FUNC, SPIR_KERNEL};

use crate::llvm::{Linkage, Value};

/// The number of parameters that every consumer must accept (SPIR-V 2.17 "Universal Limits").
pub const MOST_PARAMETERS: usize = 255;

/// Returns whether the module defines the function. An `available_externally` body is for the optimiser alone and does not count.
pub fn is_defined(function: Value<'_>) -> bool {
    !function.is_declaration() && function.linkage() != Linkage::AvailableExternally
}
