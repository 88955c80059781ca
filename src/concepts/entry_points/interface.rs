//! The interface of an entry point: before SPIR-V 1.4 the builtin variables that it reaches, since then all variables.

use crate::concepts::contraction;
use crate::llvm::Value;
use crate::options::Version;
use crate::spirv::builder::Id;
use crate::state::{Forward, Reach};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// The first version whose interfaces list all variables.
const COMPLETE_SINCE: Version = Version::new(1, 4);

/// The functions that use each variable; of builtin variables it is known otherwise.
#[derive(Debug, Default)]
pub struct Users {
    is_complete: bool,
    functions: FxHashMap<Id, BTreeSet<Id>>,
}

impl Users {
    /// Of all variables, where the version wants to know.
    pub fn new(f: &Forward<'_>) -> Self {
        let mut users = Self { is_complete: f.spv.version() >= COMPLETE_SINCE, ..Self::default() };
        let globals = f.module.globals().filter(|_| users.is_complete);
        for (global, variable) in globals.filter_map(|global| Some((global, f.globals.get(&global)?.id))) {
            users.functions.insert(variable, functions(f, global));
        }
        users
    }

    /// The variables that an entry point lists.
    pub fn interface(&self, f: &Forward<'_>, reached: &Reached) -> Vec<Id> {
        if !self.is_complete {
            let other = |id: &Id| f.builtin_variables.values().any(|v| v.pointer.id == *id && !v.is_input);
            return reached.inputs.iter().copied().filter(|id| !other(id)).collect();
        }
        let is_builtin = |id: &Id| f.builtin_variables.values().any(|variable| variable.pointer.id == *id);
        let is_used = |id: &Id| match self.functions.get(id) {
            _ if reached.inputs.contains(id) => true,
            Some(functions) => !functions.is_disjoint(&reached.functions),
            // A variable of the translation's own.
            None => !is_builtin(id),
        };
        f.variables.iter().copied().filter(is_used).collect()
    }
}

/// The functions that name a global, be it through constants or the initialisers of other globals.
fn functions<'m>(f: &Forward<'m>, global: Value<'m>) -> BTreeSet<Id> {
    let (mut found, mut seen, mut open) = (BTreeSet::new(), FxHashSet::from_iter([global]), vec![global]);
    while let Some(used) = open.pop() {
        for user in used.uses() {
            match user.parent_function() {
                Some(function) => found.extend(f.functions.get(&function).map(|signature| signature.id)),
                None => open.extend(Some(user).filter(|user| seen.insert(*user))),
            }
        }
    }
    found
}

/// What an entry point reaches through calls.
#[derive(Debug, Default)]
pub struct Reached {
    /// The functions, itself among them.
    pub functions: BTreeSet<Id>,
    /// The variables of builtins.
    pub inputs: BTreeSet<Id>,
    /// Must nothing be contracted?
    pub is_uncontracted: bool,
}

/// What an entry point reaches.
pub fn reached(f: &Forward<'_>, entry: Id) -> Reached {
    let nothing = Reach::default();
    let mut all = Reached { functions: BTreeSet::from([entry]), ..Reached::default() };
    let mut open = vec![entry];
    while let Some(function) = open.pop() {
        let reach = f.reach.get(&function).unwrap_or(&nothing);
        all.is_uncontracted |= reach.is_uncontracted;
        all.inputs.extend(&reach.inputs);
        open.extend(reach.callees.iter().copied().filter(|callee| all.functions.insert(*callee)));
    }
    all.is_uncontracted = contraction::is_off(f, all.is_uncontracted, f.uncontracted.contains(&entry));
    all
}
