//! The cooperative matrices of a module.

use crate::binary::{Id, Instruction};
use rustc_hash::FxHashMap;

/// The types of cooperative matrices in the translation to SPIR-V.
#[derive(Debug, Default)]
pub struct Matrices {
    /// For each type its component type.
    pub components: FxHashMap<Id, Id>,
}

/// The cooperative matrices of a module in the reverse translation.
#[derive(Debug, Default)]
pub struct ReverseMatrices<'m> {
    /// True if the module has a cooperative matrix type.
    pub are_used: bool,
    /// Constant matrices; each function creates the ones that it uses.
    pub constants: FxHashMap<Id, Instruction<'m>>,
}
