//! The values that a record may refer to: those that dominate it.

use crate::concepts::instructions::layout;
use crate::llvm::Value;
use crate::state::Forward;

/// Returns whether a value dominates an instruction: LLVM's verifier accepts records of values that do not.
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
