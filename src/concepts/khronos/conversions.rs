//! Conversions of booleans to floating-point numbers in the Khronos translator's form.

use crate::concepts::base::{constants, types};
use crate::error::Result;
use crate::llvm::{Opcode, Value};
use crate::state::{Forward, Operand};
use ::spirv::Op;

/// Converts booleans to floating-point numbers through an integer of 32 bits. With `sitofp`, true is -1, as in LLVM;
/// the Khronos translator makes it 1.
pub fn through_word<'m>(f: &mut Forward<'m>, inst: Value<'m>, from: Operand, opcode: Opcode) -> Result<bool> {
    let (ty, component) = (types::forward(f, inst.ty())?, types::int(f, 32)?);
    let (count, is_vector) = (inst.ty().count() as usize, inst.ty().is_vector());
    let word = if is_vector { types::vector_of(f, component, count as u32)? } else { component };
    let number = if opcode == Opcode::SiToFp { u32::MAX } else { 1 };
    let mut one = f.spv.unique_constant(Op::Constant, component, &[number])?;
    let zero = match is_vector {
        true => constants::null(f, word)?,
        false => f.spv.unique_constant(Op::Constant, component, &[0])?,
    };
    if is_vector {
        one = f.spv.unique_constant(Op::ConstantComposite, word, &vec![one; count])?;
    }
    let number = f.emit_value(Op::Select, word, &[from.id, one, zero])?.id;
    let op = if opcode == Opcode::SiToFp { Op::ConvertSToF } else { Op::ConvertUToF };
    f.define(inst, op, ty, &[number]).map(|_| true)
}
