//! Aliases that LLVM's verifier cannot handle: it recurses endlessly through an alias of an expression of itself, and
//! its work grows with every path through aliases of aliases.
//!
//! In: a module that is parsed but not verified. Out: an error if there are such aliases (LangRef "Aliases"). Minimal
//! input: `roundtrip-corpus/regressions/aliases_in_a_circle.ll`.

use crate::concepts::base::globals;
use crate::error::{Code, Error, Result};
use crate::llvm::{Module, Value};
use rustc_hash::FxHashMap;
use std::collections::hash_map::Entry;

/// The limit on the steps from all aliases to their aliasees.
const MOST_STEPS: usize = 1_000_000;

/// Rejects aliases that the verifier cannot handle.
pub fn check(module: &Module<'_>) -> Result<()> {
    let (mut known, mut left) = (FxHashMap::default(), MOST_STEPS);
    for alias in module.aliases() {
        let steps = measure(alias, &mut known)?;
        left = left
            .checked_sub(steps)
            .ok_or_else(|| Error::of(Code::Limit, "aliases that take millions of steps to resolve"))?;
    }
    Ok(())
}

/// A value on the current path from an alias.
struct Open<'m> {
    value: Value<'m>,
    next: u32,
    steps: usize,
}

impl<'m> Open<'m> {
    fn new(value: Value<'m>) -> Self {
        Self { value, next: 0, steps: 1 }
    }
}

/// Returns the number of steps through all constituents of a value, each counted as often as it is used but visited
/// once. In `known`, values on the current path have no number: a value must not contain itself.
fn measure<'m>(alias: Value<'m>, known: &mut FxHashMap<Value<'m>, Option<usize>>) -> Result<usize> {
    let mut path = Vec::new();
    if let Entry::Vacant(entry) = known.entry(alias) {
        entry.insert(None);
        path.push(Open::new(alias));
    }
    while let Some(open) = path.last_mut() {
        let Some(part) = part(open.value, open.next) else {
            known.insert(open.value, Some(open.steps));
            path.pop();
            continue;
        };
        match known.get(&part) {
            Some(Some(steps)) => {
                open.steps = open.steps.saturating_add(*steps);
                open.next += 1;
            }
            Some(None) => {
                return Err(Error::of(Code::LlvmVerifier, format!("the alias {} is an alias of itself", alias.name())));
            }
            None => {
                known.insert(part, None);
                path.push(Open::new(part));
            }
        }
    }
    Ok(known.get(&alias).copied().flatten().unwrap_or_default())
}

/// Returns the `index`-th constituent of an alias or an expression; a variable has none.
fn part(value: Value<'_>, index: u32) -> Option<Value<'_>> {
    if value.is_global_variable() { None } else { globals::part(value, index) }
}
