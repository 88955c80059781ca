//! Constants in the Khronos translator's form: pointers to the first byte of a string, and instructions that are folded.
//!
//! In the native mode a string is cast like any other pointer, and no instruction is folded, so that the output mirrors the input.

use crate::binary::builder::Id;
use crate::binary::{Instruction, Op};
use crate::concepts::base::constants::operations::{extract, insert};
use crate::concepts::base::constants::word;
use crate::concepts::instructions::{arithmetic, bits};
use crate::error::Result;
use crate::llvm::{Opcode, Type, Value};
use crate::state::{Forward, Operand, Reverse};

// --- LLVM to SPIR-V ---

/// Returns the pointer of type `ty` to the first byte of a byte array, by an access chain; none for other variables.
pub fn first_byte<'m>(f: &mut Forward<'m>, value: Value<'m>, variable: Operand, ty: Id) -> Result<Option<Id>> {
    let element = value.value_type().filter(|_| value.is_global_variable()).and_then(Type::element);
    let is_string =
        element.is_some_and(|element| element.is_int_of(8)) && value.value_type().is_some_and(Type::is_array);
    if !is_string || variable.ty == ty {
        return Ok(None);
    }
    let zero = word(f, 0)?;
    let operands = [Op::InBoundsPtrAccessChain as u32, variable.id, zero, zero];
    f.spv.unique_constant(Op::SpecConstantOp, ty, &operands).map(Some)
}

// --- SPIR-V to LLVM ---

/// Returns the first operands of an instruction, if all are constants that can be folded.
fn operands<'m>(r: &Reverse<'m>, inst: Instruction<'m>, count: usize) -> Result<Option<Vec<Value<'m>>>> {
    let all = (0..count).map(|index| r.operand(inst, index)).collect::<Result<Vec<_>>>()?;
    let are_plain = all.iter().all(|value| value.is_constant() && !value.is_constant_expression());
    Ok(Some(all).filter(|_| are_plain))
}

/// Folds an instruction on constants; returns whether it did.
pub fn reverse_folded<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<bool> {
    let op = inst.opcode();
    let folded = match op {
        Op::Select => folded_select(r, inst)?,
        Op::CompositeExtract => folded_part(r, inst)?,
        Op::CompositeInsert => folded_insertion(r, inst)?,
        _ => match bits::binary::to_llvm(op)
            .or_else(|| bits::logical::to_llvm(op))
            .or_else(|| arithmetic::binary::to_llvm(op))
        {
            Some(opcode) => folded_binary(r, inst, opcode)?,
            None => None,
        },
    };
    folded.map_or(Ok(false), |value| r.alias(inst, value).map(|_| true))
}

/// An arithmetic or bitwise instruction on constants.
fn folded_binary<'m>(r: &Reverse<'m>, inst: Instruction<'m>, opcode: Opcode) -> Result<Option<Value<'m>>> {
    let Some(all) = operands(r, inst, 2)? else { return Ok(None) };
    let folded = match all.as_slice() {
        [a, b] if a.ty() == b.ty() => r.context.const_binary(opcode, *a, *b).ok(),
        _ => None,
    };
    Ok(folded.filter(|value| !value.is_constant_expression()))
}

/// `OpSelect` of constants by a constant condition.
fn folded_select<'m>(r: &Reverse<'m>, inst: Instruction<'m>) -> Result<Option<Value<'m>>> {
    let Some(all) = operands(r, inst, 3)? else { return Ok(None) };
    let condition = all.first().and_then(|condition| condition.int_value());
    Ok(condition.and_then(|condition| all.get(if condition == 0 { 2 } else { 1 })).copied())
}

/// `OpCompositeExtract` of a constant.
fn folded_part<'m>(r: &Reverse<'m>, inst: Instruction<'m>) -> Result<Option<Value<'m>>> {
    let path = inst.in_operands().get(1..).unwrap_or_default();
    match operands(r, inst, 1)?.as_deref() {
        Some([whole]) => extract(*whole, path).map(Some),
        _ => Ok(None),
    }
}

/// `OpCompositeInsert` of a constant into a constant.
fn folded_insertion<'m>(r: &Reverse<'m>, inst: Instruction<'m>) -> Result<Option<Value<'m>>> {
    let path = inst.in_operands().get(2..).unwrap_or_default();
    match operands(r, inst, 2)?.as_deref() {
        Some([object, into]) => insert(r, *object, *into, path).map(Some),
        _ => Ok(None),
    }
}
