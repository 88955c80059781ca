//! The constant samplers of a module in the reverse translation.

use crate::binary::Id;
use rustc_hash::{FxHashMap, FxHashSet};

/// The constant samplers of a module.
#[derive(Debug, Default)]
pub struct Samplers {
    /// The constants; each function creates the ones that it uses.
    pub constants: FxHashSet<Id>,
    /// The module-scope variables that hold a sampler, and the constant.
    pub variables: FxHashMap<Id, Id>,
    /// True if the current function creates samplers at their uses, not at its beginning.
    pub are_deferred: bool,
}
