//! The constant samplers of a module on the way to LLVM IR.

use crate::binary::Id;
use rustc_hash::{FxHashMap, FxHashSet};

/// The constant samplers of a module.
#[derive(Debug, Default)]
pub struct Samplers {
    /// The constants; each function makes those that it uses.
    pub constants: FxHashSet<Id>,
    /// Module-scope variables that hold one, and which one.
    pub variables: FxHashMap<Id, Id>,
    /// Whether the current function makes each at its uses, not at the beginning.
    pub are_deferred: bool,
}
