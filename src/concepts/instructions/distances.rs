//! Distances of pointers and sizes of pointees (SPIR-V 3.49.8, `OpPtrDiff`; 3.49.6, `OpSizeOf`).
//!
//! In LLVM IR: arithmetic on addresses, and constants. The way forward does not write these SPIR-V instructions.

use crate::binary::Instruction;
use crate::concepts::base::untyped_pointers;
use crate::error::Result;
use crate::llvm::{Opcode, Type, Value};
use crate::state::{Chapter, Reverse};
use ::spirv::Op;

/// The instructions that the chapter translates.
pub const CHAPTER: Chapter =
    Chapter { instructions: &[(&[Op::PtrDiff], reverse_difference), (&[Op::SizeOf], reverse_size)], ..Chapter::NONE };

// --- SPIR-V to LLVM ---

/// Translates `OpPtrDiff`, which counts elements. In Khronos mode it is computed in 64 bits, with the size of an
/// element as a constant expression.
fn reverse_difference<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    let ty = r.result_ty(inst)?;
    let by_addresses = r.options.policy.computes_with_addresses;
    let wide = if by_addresses { r.context.int_type(64)? } else { ty };
    let pointer = inst.operand(0)?;
    let pointee = untyped_pointers::pointee(r, pointer);
    let pointee = r.ty(pointee.ok_or_else(|| inst.unsupported("a difference of pointers to what nobody knows"))?)?;
    let opcode = address_opcode(r, wide);
    let [a, b] = addresses(r, inst, opcode, wide)?;
    let bytes = r.builder.binary(Opcode::Sub, a, b)?;
    let size = if by_addresses && opcode == Opcode::PtrToInt {
        size_by_step(r, pointee, wide)?
    } else {
        size(r, inst, pointee, wide)?
    };
    let value = r.builder.binary(Opcode::SDiv, bytes, size)?;
    value.set_exact(true)?;
    let is_narrow = by_addresses && ty.int_width() < wide.int_width();
    let value = if is_narrow { r.builder.cast(Opcode::Trunc, value, ty)? } else { value };
    r.define(inst, value)
}

/// Returns the opcode for casts to the addresses that are subtracted: `ptrtoaddr` only if the integer is as wide as an address.
fn address_opcode(r: &Reverse<'_>, ty: Type<'_>) -> Opcode {
    let is_whole = r.module.layout().pointer_size(0).checked_mul(8) == Some(ty.int_width());
    if r.options.policy.subtracts_addresses && is_whole { Opcode::PtrToAddr } else { Opcode::PtrToInt }
}

/// Returns the addresses of the first two operands, cast by `opcode`.
pub fn addresses<'m>(
    r: &mut Reverse<'m>,
    inst: Instruction<'m>,
    opcode: Opcode,
    ty: Type<'m>,
) -> Result<[Value<'m>; 2]> {
    let a = r.builder.cast(opcode, r.operand(inst, 0)?, ty)?;
    Ok([a, r.builder.cast(opcode, r.operand(inst, 1)?, ty)?])
}

fn size<'m>(r: &Reverse<'m>, inst: Instruction<'m>, pointee: Type<'m>, ty: Type<'m>) -> Result<Value<'m>> {
    let size = r.module.layout().abi_size(pointee).ok_or_else(|| inst.error(format!("{pointee} has no size")))?;
    r.context.const_int(ty, size.max(1))
}

/// Returns the size of an element as a constant expression: the address of element 1 of an array at null.
fn size_by_step<'m>(r: &Reverse<'m>, pointee: Type<'m>, ty: Type<'m>) -> Result<Value<'m>> {
    let null = r.context.const_null(r.context.pointer_type(0)?)?;
    let one = r.context.const_int(r.context.int_type(32)?, 1)?;
    let step = r.context.const_gep(pointee, null, &[one], false)?;
    r.context.const_cast(Opcode::PtrToInt, step, ty)
}

/// Translates `OpSizeOf` to the pointee's size by LLVM's data layout. The operand is a pointer by the specification,
/// but a pointer type in the Khronos translator's modules.
fn reverse_size<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    let operand = inst.operand(0)?;
    let is_value = r.spv.definition(operand).is_some_and(|definition| definition.result_type().is_some());
    let pointee = r.ty(if is_value { r.pointee_of(operand)? } else { r.pointee(operand)? })?;
    let size = r.module.layout().abi_size(pointee).ok_or_else(|| inst.error(format!("{pointee} has no size")))?;
    let size = r.context.const_int(r.result_ty(inst)?, size)?;
    r.alias(inst, size).map(drop)
}
