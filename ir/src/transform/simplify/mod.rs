//! Simplification as LLVM's sroa, early-cse, instsimplify and adce have it, one after another.

mod arithmetic;
mod calls;
mod cse;
mod dead_control;
mod effects;
mod others;
mod rules;

pub use cse::remove_common;
pub use dead_control::remove_dead;
pub use rules::{simplified, simplify_instructions};

use super::split::split_variables;
use crate::draft::{Function, Result};

/// Splits variables and makes values of them, removes what is computed twice, replaces instructions by values that are there already or by constants, and removes what is
/// computed for nothing, with branches and loops that end.
///
/// # Errors
/// None that a valid function brings about.
pub fn simplify(function: Function<'_>) -> Result<bool> {
    let split = split_variables(function)?;
    let common = remove_common(function)?;
    let simpler = simplify_instructions(function)?;
    Ok(remove_dead(function)? || split || common || simpler)
}
