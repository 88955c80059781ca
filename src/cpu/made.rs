//! The module in cpu form under way.

use crate::llvm::{Context, Module};

/// The module that is made, and its context.
#[derive(Clone, Copy)]
pub struct Made<'m, 'c> {
    pub module: &'m Module<'c>,
    pub context: &'m Context,
}
