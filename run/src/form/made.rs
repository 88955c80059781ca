//! The cpu form under construction.

use llvm_spirv::llvm::{Context, Module};

/// The module under construction, and its context.
#[derive(Clone, Copy)]
pub struct Made<'m, 'c> {
    pub module: &'m Module<'c>,
    pub context: &'m Context,
}
