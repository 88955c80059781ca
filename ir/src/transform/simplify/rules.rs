//! Simplifies instructions to existing values or constants.

use super::super::dominators::Dominators;
use super::super::{addresses, dead};
use super::{arithmetic, calls, others};
use crate::draft::{Draft, Function, Result, Value};
use crate::instruction::{Opcode, Predicate};
use rustc_hash::FxHashSet;

/// An instruction with its operands.
pub(super) struct Shape<'d> {
    pub(super) draft: &'d Draft,
    pub(super) instruction: Value<'d>,
    pub(super) opcode: Opcode,
    pub(super) operands: Vec<Value<'d>>,
}

impl<'d> Shape<'d> {
    fn of(instruction: Value<'d>) -> Option<Self> {
        let (draft, opcode) = (instruction.draft(), instruction.opcode()?);
        Some(Shape { draft, instruction, opcode, operands: instruction.operands().collect() })
    }

    /// Returns the operand words from `from` on: the indices.
    pub(super) fn indices(&self, from: usize) -> Vec<u32> {
        indices(self.instruction, from)
    }
}

/// Returns the operand words of an instruction from `from` on.
pub(super) fn indices(instruction: Value<'_>, from: usize) -> Vec<u32> {
    instruction.words().iter().skip(from).map(std::cell::Cell::get).collect()
}

/// Returns the operands of an instruction with an opcode; `None` for another one.
pub(super) fn operands_of(value: Value<'_>, opcode: Opcode) -> Option<Vec<Value<'_>>> {
    (value.opcode() == Some(opcode)).then(|| value.operands().collect())
}

/// Returns the predicate of a comparison.
pub(super) fn predicate(comparison: Value<'_>) -> Option<Predicate> {
    let row = comparison.instruction_row()?;
    matches!(row.opcode, Opcode::ICmp | Opcode::FCmp).then(|| Predicate::from_number(row.sub.into())).flatten()
}

/// Returns an existing value or a constant that equals an instruction; no instruction is made.
pub fn simplified(instruction: Value<'_>) -> Option<Value<'_>> {
    let shape = Shape::of(instruction)?;
    let constants = !shape.operands.is_empty() && shape.operands.iter().all(|operand| operand.is_constant());
    let folded = if constants { folded(&shape) } else { None };
    let found = folded.or_else(|| by_rules(&shape))?;
    // In unreachable code an instruction may be its own operand.
    (found != instruction && found.ty() == instruction.ty()).then_some(found)
}

fn folded<'d>(shape: &Shape<'d>) -> Option<Value<'d>> {
    let (draft, opcode) = (shape.draft, shape.opcode);
    match *shape.operands.as_slice() {
        [a, b] if opcode.is_binary() => draft.const_binary(opcode, 0, a, b).ok(),
        [a, b] if matches!(opcode, Opcode::ICmp | Opcode::FCmp) => {
            draft.fold_compare(predicate(shape.instruction)?, a, b)
        }
        [a] if opcode.is_cast() => draft.const_cast(opcode, a, shape.instruction.ty()).ok(),
        _ if opcode == Opcode::GetElementPtr => addresses::folded(shape.instruction),
        _ if opcode == Opcode::Call => calls::folded(shape.instruction),
        [a] if opcode == Opcode::FNeg => draft.fold_fneg(a),
        [condition, a, b] if opcode == Opcode::Select => draft.fold_select(condition, a, b),
        [a, index] if opcode == Opcode::ExtractElement => draft.fold_extract_element(a, index),
        [a, element, index] if opcode == Opcode::InsertElement => draft.fold_insert_element(a, element, index),
        [a, b, mask] if opcode == Opcode::ShuffleVector => draft.fold_shuffle(a, b, mask),
        [a] if opcode == Opcode::ExtractValue => draft.fold_extract_value(a, &shape.indices(1)),
        [a, part] if opcode == Opcode::InsertValue => draft.fold_insert_value(a, part, &shape.indices(2)),
        _ => None,
    }
}

fn by_rules<'d>(shape: &Shape<'d>) -> Option<Value<'d>> {
    use Opcode::*;
    match (shape.opcode, shape.operands.as_slice()) {
        (opcode, &[a, b]) if opcode.is_binary() => arithmetic::binary(shape, a, b),
        (FNeg, &[a]) => operands_of(a, FNeg)?.first().copied(),
        (ICmp | FCmp, &[a, b]) => arithmetic::comparison(shape, a, b),
        (opcode, &[a]) if opcode.is_cast() => others::cast(shape, a),
        (Select, &[condition, a, b]) => others::select(condition, a, b),
        (Freeze, &[a]) => others::freeze(a),
        (GetElementPtr, [base, indices @ ..]) => others::gep(shape, *base, indices),
        (ExtractElement, &[vector, index]) => others::extract_element(vector, index),
        (InsertElement, &[vector, element, index]) => others::insert_element(shape, vector, element, index),
        (ShuffleVector, &[a, b, mask]) => others::shuffle(shape, a, b, mask),
        (ExtractValue, &[aggregate]) => others::extract_value(shape, aggregate),
        (InsertValue, &[aggregate, part]) => others::insert_value(shape, aggregate, part),
        (Phi, values) => others::phi(shape, values),
        _ => None,
    }
}

/// Replaces instructions by equal values until no more can be replaced.
///
/// # Errors
/// None for a valid function.
pub fn simplify_instructions(function: Function<'_>) -> Result<bool> {
    if function.is_declaration() {
        return Ok(false);
    }
    let dominators = Dominators::of(function);
    let mut open: Vec<Value<'_>> = dominators.walk().into_iter().flat_map(|block| block.instructions()).collect();
    // The list is a stack, from which the first instruction is taken first.
    open.reverse();
    let mut waiting: FxHashSet<u32> = open.iter().map(|value| value.number()).collect();
    let (mut any, mut old) = (false, Vec::new());
    while let Some(instruction) = open.pop() {
        waiting.remove(&instruction.number());
        let Some(value) = simplified(instruction).filter(|_| instruction.block().is_some()) else { continue };
        let users: Vec<Value<'_>> = instruction.users().collect();
        if !users.is_empty() {
            let reached = |user: &Value<'_>| user.block().is_some_and(|block| dominators.is_reached(block));
            open.extend(users.into_iter().filter(reached).filter(|user| waiting.insert(user.number())));
            instruction.replace_uses(value)?;
            any = true;
        }
        old.push(instruction);
    }
    let erased = dead::erase(old)?;
    Ok(any || erased)
}
