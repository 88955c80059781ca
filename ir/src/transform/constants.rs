//! Folds instructions on constants.

use super::addresses;
use crate::draft::{Result, Value};
use crate::instruction::Opcode;

/// Returns the constant that an instruction on constants folds to.
pub(super) fn of(instruction: Value<'_>) -> Option<Value<'_>> {
    use Opcode::*;
    let draft = instruction.draft();
    let operands: Vec<_> = instruction.operands().collect();
    if !operands.iter().all(|operand| operand.is_constant()) {
        return None;
    }
    match (instruction.opcode()?, &operands[..]) {
        (FNeg, &[value]) => draft.fold_fneg(value),
        (ICmp | FCmp, &[a, b]) => draft.fold_compare(instruction.predicate()?, a, b),
        (Select, &[condition, a, b]) => draft.fold_select(condition, a, b),
        (ExtractElement, &[vector, index]) => draft.fold_extract_element(vector, index),
        (InsertElement, &[vector, element, index]) => draft.fold_insert_element(vector, element, index),
        (ShuffleVector, &[a, b, mask]) => draft.fold_shuffle(a, b, mask),
        (ExtractValue, &[aggregate]) => draft.fold_extract_value(aggregate, &instruction.indices()),
        (GetElementPtr, _) => addresses::folded(instruction),
        (opcode, &[a, b]) if opcode.is_binary() => draft.fold_binary(opcode, a, b),
        (opcode, &[value]) if opcode.is_cast() => draft.fold_cast(opcode, value, instruction.ty()),
        _ => None,
    }
}

/// Returns a newly made, unused instruction, or erases it and returns the constant that it folds to.
pub(super) fn or_made(made: Value<'_>) -> Result<Value<'_>> {
    let Some(constant) = of(made) else { return Ok(made) };
    made.erase()?;
    Ok(constant)
}
