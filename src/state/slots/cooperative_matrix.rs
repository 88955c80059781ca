//! The cooperative matrices of a module.

use crate::binary::{Id, Instruction};
use rustc_hash::FxHashMap;

/// The types of cooperative matrices on the way to SPIR-V.
#[derive(Debug, Default)]
pub struct Matrices {
    /// For each type its component type.
    pub components: FxHashMap<Id, Id>,
}

/// The matrices of a module on the way to LLVM IR.
#[derive(Debug, Default)]
pub struct ReverseMatrices<'m> {
    /// Whether the module has a cooperative matrix type.
    pub are_used: bool,
    /// Constant matrices; each function makes those that it uses.
    pub constants: FxHashMap<Id, Instruction<'m>>,
}
