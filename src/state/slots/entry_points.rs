//! The entry points of a module in the translation to SPIR-V.

use crate::binary::Id;
use crate::llvm::Value;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// The facts about a function that concern the entry points which reach it.
#[derive(Clone, Debug, Default)]
pub struct Reach {
    /// The variables of builtins that the function reads.
    pub inputs: BTreeSet<Id>,
    /// The functions that it calls.
    pub callees: BTreeSet<Id>,
    /// True if it contains a product and a sum that must be rounded separately.
    pub is_uncontracted: bool,
}

/// The entry points of a module, and the facts for them.
#[derive(Debug, Default)]
pub struct EntryPoints<'m> {
    /// Function and name of each.
    pub all: Vec<(Id, String)>,
    /// For kernels that came from SPIR-V, the lists of their arguments that are not from an `OpString`.
    pub derived_args: FxHashMap<Value<'m>, Vec<String>>,
    /// Functions whose entry points must not contract, by metadata.
    pub uncontracted: BTreeSet<Id>,
    /// True if an entry point gets default fast-math flags.
    pub has_default_flags: bool,
    /// The functions with default fast-math flags.
    pub defaulted: BTreeSet<Id>,
    /// The direct reach of each function.
    pub reach: FxHashMap<Id, Reach>,
}
