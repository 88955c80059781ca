//! Errors to report, apart from those that only follow from others: the walk goes on behind an error.
//!
//! In: the outcome of translating an instruction, a function or a variable. Out: the error among those of the module
//! ([`Collected`](crate::error::Collected)), unless what it is about names something else that could not be translated:
//! that has been told of, or will be in its turn.

use crate::concepts::base::functions;
use crate::concepts::base::globals::part;
use crate::error::{Error, Result};
use crate::llvm::Value;
use crate::state::Forward;
use rustc_hash::FxHashSet;

/// So many constants are gone through for one that has failed.
const MOST: usize = 10_000;

/// Notes that `what` could not be translated.
///
/// # Errors
/// All errors so far, where there are as many as the limit allows.
#[cold]
pub fn refuse<'m>(f: &mut Forward<'m>, what: Value<'m>, error: Error) -> Result<()> {
    let is_consequence = names_failed(f, what);
    f.errors.fail(what);
    if is_consequence { Ok(()) } else { f.errors.add(error.in_source(|| what.source())) }
}

/// Returns whether it uses, through constants too, a value that has failed, or a function that will.
fn names_failed<'m>(f: &mut Forward<'m>, what: Value<'m>) -> bool {
    let (mut open, mut seen) = (named(what), FxHashSet::default());
    while let Some(value) = open.pop() {
        if seen.len() > MOST || !seen.insert(value) {
            continue;
        }
        if f.errors.has_failed(value) || value.is_function() && has_no_signature(f, value) {
            return true;
        }
        if value.is_constant() && !value.is_global_variable() {
            open.extend((0..value.operand_count().min(64)).filter_map(|index| part(value, index)));
        }
    }
    false
}

/// Returns the operands that an instruction or variable names directly.
fn named(what: Value<'_>) -> Vec<Value<'_>> {
    match what.is_global_variable() {
        true => what.initializer().into_iter().collect(),
        false if what.is_function() => Vec::new(),
        false => what.operands().chain(what.called_value()).collect(),
    }
}

/// Returns whether the function has an error of its own, whoever calls it.
fn has_no_signature<'m>(f: &mut Forward<'m>, function: Value<'m>) -> bool {
    match functions::is_instructions(f, function) {
        Ok(true) => false,
        Ok(false) => functions::signature(f, function).is_err(),
        Err(_) => true,
    }
}
