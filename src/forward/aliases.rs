//! Aliases that LLVM's verifier cannot take: it recurses, without end, along what an alias of an expression of itself
//! stands for, and goes all the way from each of many that are aliases of each other, twice where one is named twice.
//!
//! In: a module that is only parsed. Out: an error where there are such (LangRef "Aliases").
//! Minimal input: `roundtrip-corpus/regressions/aliases_in_a_circle.ll`.

use crate::concepts::base::globals;
use crate::error::{Code, Error, Result};
use crate::llvm::{Module, Value};
use rustc_hash::FxHashMap;
use std::collections::hash_map::Entry;

/// The number of steps, at most, from all aliases to their aliasees.
const MOST_STEPS: usize = 1_000_000;

/// Refuses what the verifier cannot take.
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

/// A value on the way from an alias.
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

/// Returns the number of steps through all constituents of a value, each as often as it is used; each is looked at
/// once. `known` has no number of those that the way leads through: a value may not be one of its own parts.
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

/// The `index`-th value that an alias or an expression is made of: an alias of a variable ends there.
fn part(value: Value<'_>, index: u32) -> Option<Value<'_>> {
    if value.is_global_variable() { None } else { globals::part(value, index) }
}
