//! Aliases that LLVM's verifier cannot take: it recurses, without end, along what an alias of an expression of itself
//! stands for, and goes all the way from each of many that are aliases of each other.
//!
//! In: a module that is only parsed. Out: an error where there are such (LangRef "Aliases").

use crate::concepts::globals;
use crate::error::{Error, Result};
use crate::llvm::{Module, Value};
use rustc_hash::FxHashMap;
use std::iter::successors;

/// How many steps it takes, at most, to go from all aliases to what they are aliases of.
const MOST_STEPS: usize = 1_000_000;

/// Refuses what the verifier cannot take.
pub fn check(module: &Module<'_>) -> Result<()> {
    let mut is_done = FxHashMap::default();
    for alias in module.aliases() {
        check_cycles(alias, &mut is_done)?;
    }
    check_steps(module)
}

/// Is a value one of those that it is made of? Each is looked at once: `is_done` says of which all parts are known.
fn check_cycles<'m>(alias: Value<'m>, is_done: &mut FxHashMap<Value<'m>, bool>) -> Result<()> {
    if is_done.contains_key(&alias) {
        return Ok(());
    }
    is_done.insert(alias, false);
    let mut path = vec![(alias, 0)];
    while let Some((value, next)) = path.last_mut() {
        let Some(part) = part(*value, *next) else {
            is_done.insert(*value, true);
            path.pop();
            continue;
        };
        *next += 1;
        match is_done.get(&part) {
            Some(true) => {}
            Some(false) => return Err(Error::invalid(format!("the alias {} is an alias of itself", alias.name()))),
            None => {
                is_done.insert(part, false);
                path.push((part, 0));
            }
        }
    }
    Ok(())
}

/// The `index`-th value that an alias or an expression is made of: an alias of a variable ends there.
fn part(value: Value<'_>, index: u32) -> Option<Value<'_>> {
    if value.is_global_variable() { None } else { globals::part(value, index) }
}

fn check_steps(module: &Module<'_>) -> Result<()> {
    let mut left = MOST_STEPS;
    for alias in module.aliases() {
        let chain = successors(Some(alias), |value| value.aliasee().filter(|to| to.is_alias()));
        let length = chain.take(left + 1).count();
        left =
            left.checked_sub(length).ok_or_else(|| Error::unsupported("aliases of aliases, many thousands of them"))?;
    }
    Ok(())
}
