//! The entry points of a module on the way to SPIR-V.

use crate::binary::Id;
use crate::llvm::Value;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// The facts about the functions that an entry point reaches.
#[derive(Clone, Debug, Default)]
pub struct Reach {
    /// The variables of builtins that the function reads.
    pub inputs: BTreeSet<Id>,
    /// The functions that it calls.
    pub callees: BTreeSet<Id>,
    /// Whether it contains a product and a sum of it that must be rounded one by one.
    pub is_uncontracted: bool,
}

/// The entry points of a module, and what they are made of.
#[derive(Debug, Default)]
pub struct EntryPoints<'m> {
    /// Function and name of each.
    pub all: Vec<(Id, String)>,
    /// For kernels that came from SPIR-V, the lists of their arguments that no `OpString` gave.
    pub derived_args: FxHashMap<Value<'m>, Vec<String>>,
    /// Functions whose entry points must not contract, by metadata.
    pub uncontracted: BTreeSet<Id>,
    /// Whether an entry point gets a default of the flags of instructions.
    pub has_default_flags: bool,
    /// The functions with such a default.
    pub defaulted: BTreeSet<Id>,
    /// The direct reach of each function.
    pub reach: FxHashMap<Id, Reach>,
}
