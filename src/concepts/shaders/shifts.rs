//! Shifts of shaders (SPIR-V 3.42.14 "Bit Instructions").
//!
//! A shift by the width of the number or more has an arbitrary result in SPIR-V, but is poison in LLVM, on which no
//! branch may depend. So a shift by an amount that may be too large is frozen in LLVM IR; on the way to SPIR-V the
//! shift and its `freeze` become one instruction again. A shift by an amount of another width is a call.

use crate::binary::{Instruction, Op};
use crate::concepts::base::values;
use crate::concepts::builtins::generic;
use crate::concepts::instructions::bits;
use crate::error::Result;
use crate::llvm::{Opcode, Value};
use crate::state::{Forward, Reverse};

/// Returns whether this is a shift.
pub fn is_shift(op: Op) -> bool {
    matches!(op, Op::ShiftLeftLogical | Op::ShiftRightLogical | Op::ShiftRightArithmetic)
}

/// Returns whether a value is the result of a shift in LLVM IR.
fn is_shifted(value: Value<'_>) -> bool {
    matches!(value.opcode(), Some(Opcode::Shl | Opcode::LShr | Opcode::AShr))
}

// --- SPIR-V to LLVM ---

/// Translates a shift, and freezes it if its amount may be too large.
pub fn reverse<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    let (number, amount) = (r.operand(inst, 0)?, r.operand(inst, 1)?);
    if number.ty() != amount.ty() {
        return generic::reverse(r, inst);
    }
    bits::reverse(r, inst)?;
    let id = inst.result_id().unwrap_or_default();
    if let Some(shifted) = r.find_value(id).filter(|value| is_shifted(*value) && !fits(amount)) {
        shifted.set_name("");
        let frozen = r.builder.freeze(shifted)?;
        r.define(inst, frozen)?;
    }
    Ok(())
}

/// Returns whether an amount is seen to be less than the width of its type: a constant, or one that is masked or divided.
fn fits(amount: Value<'_>) -> bool {
    let width = u64::from(amount.ty().scalar().int_width());
    let below = |value: Option<Value<'_>>, limit| value.and_then(largest).is_some_and(|largest| largest < limit);
    match amount.opcode() {
        _ if below(Some(amount), width) => true,
        Some(Opcode::And) => below(amount.operand(0), width) || below(amount.operand(1), width),
        Some(Opcode::URem) => below(amount.operand(1), width + 1),
        _ => false,
    }
}

/// Returns the largest element of a constant, as an unsigned number.
fn largest(constant: Value<'_>) -> Option<u64> {
    if !constant.ty().is_vector() {
        return constant.int_value();
    }
    let count = u32::try_from(constant.ty().count()).ok()?;
    (0..count).map(|index| constant.aggregate_element(index)?.int_value()).try_fold(0, |all, one| Some(all.max(one?)))
}

// --- LLVM to SPIR-V ---

/// Translates a shift whose only use is a `freeze`, as the result of the `freeze`; returns whether it was one.
pub fn forward<'m>(f: &mut Forward<'m>, inst: Value<'m>, opcode: Opcode) -> Result<bool> {
    let Some(frozen) = frozen(inst) else { return Ok(false) };
    let result = bits::forward_as(f, inst, opcode, frozen)?;
    f.bind(inst, result)?;
    if !frozen.name().is_empty() {
        // That name is the one that counts.
        f.body.last = 0;
    }
    Ok(true)
}

/// The `freeze` that is the only use of a value.
fn frozen(value: Value<'_>) -> Option<Value<'_>> {
    value.uses().next().filter(|user| user.opcode() == Some(Opcode::Freeze) && value.has_one_use())
}

/// Drops a `freeze` that was merged with the shift that it freezes; returns whether it was one.
pub fn forward_freeze<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<bool> {
    let number = values::child(inst, 0)?;
    if !is_shifted(number) || frozen(number).is_none() {
        return Ok(false);
    }
    let operand = values::operand(f, number)?;
    f.bind(inst, operand)?;
    // Its name is that of the instruction, but constants have theirs.
    if !f.spec_constants.all.contains(&operand.id) {
        f.body.last = operand.id;
    }
    Ok(true)
}
