//! The interface of an entry point: before SPIR-V 1.4 the builtin variables that it reaches, since then all variables.

use super::reach::{Graph, Reaches};
use crate::binary::builder::Id;
use crate::concepts::base::contraction;
use crate::llvm::Value;
use crate::state::Forward;
use rustc_hash::{FxHashMap, FxHashSet};

/// The functions and variables that entry points reach through calls.
#[derive(Debug)]
pub struct Users {
    reaches: Reaches,
    /// The order of all variables, if the version lists all of them.
    places: Option<FxHashMap<Id, usize>>,
    /// Variables that the translation itself adds, whose users are unknown.
    always: Vec<Id>,
}

impl Users {
    /// Creates the users of variables from all functions; of all variables, where the version lists all of them.
    pub fn new(f: &Forward<'_>) -> Self {
        let mut graph = Graph::default();
        for (function, reach) in &f.entry_points.reach {
            graph.add(*function, reach.inputs.iter().copied());
            reach.callees.iter().for_each(|callee| graph.edge(*function, *callee));
            if reach.is_uncontracted {
                graph.mark(*function);
            }
        }
        let is_complete = f.spv.version().lists_all_variables();
        let mut known: FxHashSet<Id> = f.builtin_variables.values().map(|variable| variable.pointer.id).collect();
        for global in is_complete.then(|| f.module.globals()).into_iter().flatten() {
            let Some(variable) = f.globals.get(&global).map(|operand| operand.id) else { continue };
            known.insert(variable);
            graph.add(variable, [variable]);
            users(f, global, |user| graph.edge(user, variable));
        }
        let always = f.variables.iter().copied().filter(|id| is_complete && !known.contains(id)).collect();
        let places = is_complete.then(|| f.variables.iter().enumerate().map(|(place, id)| (*id, place)).collect());
        Self { reaches: graph.close(), places, always }
    }

    /// Returns the variables that an entry point lists, and whether it reaches a sum that must not be contracted.
    pub fn interface(&self, f: &Forward<'_>, entry: Id) -> (Vec<Id>, bool) {
        let (mut reached, is_uncontracted) = self.reaches.from(entry);
        let is_uncontracted = contraction::is_off(f, is_uncontracted, f.entry_points.uncontracted.contains(&entry));
        let Some(places) = &self.places else {
            let other = |id: &Id| f.builtin_variables.values().any(|v| v.pointer.id == *id && !v.is_input);
            return (reached.into_iter().filter(|id| !other(id)).collect(), is_uncontracted);
        };
        reached.extend(&self.always);
        let mut placed: Vec<_> = reached.into_iter().filter_map(|id| Some((*places.get(&id)?, id))).collect();
        placed.sort_unstable();
        (placed.into_iter().map(|(_, id)| id).collect(), is_uncontracted)
    }
}

/// Calls `found` for the functions and variables that use a global, also through constants.
fn users<'m>(f: &Forward<'m>, global: Value<'m>, mut found: impl FnMut(Id)) {
    let (mut seen, mut open) = (FxHashSet::from_iter([global]), vec![global]);
    while let Some(used) = open.pop() {
        for user in used.uses() {
            match (user.parent_function(), f.globals.get(&user).filter(|_| user.is_global_variable())) {
                (Some(function), _) => f.functions.get(&function).into_iter().for_each(|known| found(known.id)),
                (None, Some(variable)) => found(variable.id),
                (None, None) => open.extend(Some(user).filter(|user| seen.insert(*user))),
            }
        }
    }
}
