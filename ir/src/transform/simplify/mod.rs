//! Simplification like LLVM's passes sroa, early-cse, instsimplify and adce in sequence.

mod arithmetic;
mod calls;
mod cse;
mod dead_control;
mod effects;
mod others;
mod rules;
mod shared;

pub use cse::remove_common;
pub use dead_control::remove_dead;
pub use rules::{simplified, simplify_instructions};
pub use shared::share_computations;

use super::split::split_variables;
use crate::draft::{Function, Result};

/// Splits and promotes variables, removes repeated computations, replaces instructions by existing values or constants, and removes
/// dead code including branches.
///
/// # Errors
/// None for a valid function.
pub fn simplify(function: Function<'_>) -> Result<bool> {
    let split = split_variables(function)?;
    let common = remove_common(function)?;
    let simpler = simplify_instructions(function)?;
    Ok(remove_dead(function)? || split || common || simpler)
}
