//! Errors to report, without those that only follow from others: the walk continues after an error.
//!
//! In: the outcome of translating an instruction, a function or a variable. Out: the error, added to those of the
//! module ([`Collected`](crate::error::Collected)), unless its subject uses a value that could not be translated, whose
//! own error is reported.

use crate::concepts::base::functions;
use crate::concepts::base::globals::part;
use crate::error::{Error, Result};
use crate::llvm::Value;
use crate::state::Forward;
use rustc_hash::FxHashSet;

/// The limit on constants that are searched for one that has failed.
const MOST: usize = 10_000;

/// Records that `what` could not be translated.
///
/// # Errors
///
/// All errors so far, if the limit is reached.
#[cold]
pub fn refuse<'m>(f: &mut Forward<'m>, what: Value<'m>, error: Error) -> Result<()> {
    let is_consequence = names_failed(f, what);
    f.errors.fail(what);
    if is_consequence { Ok(()) } else { f.errors.add(error.in_source(|| what.source())) }
}

/// Returns whether a value uses, through constants too, a value that has failed, or a function that will fail.
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

/// Returns whether the function itself cannot be translated, independently of its callers.
fn has_no_signature<'m>(f: &mut Forward<'m>, function: Value<'m>) -> bool {
    match functions::is_instructions(f, function) {
        Ok(true) => false,
        Ok(false) => functions::signature(f, function).is_err(),
        Err(_) => true,
    }
}
