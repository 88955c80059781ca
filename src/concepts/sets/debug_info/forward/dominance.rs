//! The values that a record may name: those that are there on all paths to it.

use crate::concepts::instructions::layout;
use crate::llvm::Value;
use crate::state::Forward;

/// Returns whether a value is known in front of an instruction: LLVM's verifier lets records name others.
pub(super) fn reaches<'m>(f: &mut Forward<'m>, value: Value<'m>, inst: Value<'m>) -> bool {
    let (Some(from), Some(to)) = (value.parent_block(), inst.parent_block()) else { return true };
    let Some(function) = to.parent() else { return true };
    if from == to || function.entry_block() == Some(from) {
        return true;
    }
    let Some(debug) = f.debug.as_deref_mut() else { return true };
    let known = debug.dominators.get_or_insert_with(|| layout::dominators(function)).dominates(from, to);
    if !known {
        super::body::lose(f, "places of variables: values that other paths lack");
    }
    known
}
