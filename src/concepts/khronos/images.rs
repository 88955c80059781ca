//! The Khronos translator's forms in OpenCL's spelling, each of which stands for a single instruction: sizes are built
//! from the results of OpenCL C's functions, the channel enumerations are shifted to SPIR-V's numbers, and a depth
//! texel is extended to a vector. On the way forward image operands have the signedness of texels.

use crate::binary::Instruction;
use crate::concepts::base::opaque_types::shape_of_value;
use crate::concepts::instructions::images::reverse::{self, Named};
use crate::concepts::instructions::images::{self, ARRAY_SIZE, CHANNELS, DIM, SIZES, parts};
use crate::error::Result;
use crate::llvm::{Opcode, Type as LlvmType, Value};
use crate::state::slots::images::Shape;
use crate::state::{Forward, Reverse};
use ::spirv::{ImageOperands as Bits, Op};
use llvm_spirv_mangling::{Builtin, Name, Type};

// --- LLVM to SPIR-V ---

/// Instructions whose image operands have the signedness of integers, with the index of that operand.
const SIGNED: &[(Op, usize)] = &[(Op::ImageRead, 2), (Op::ImageSampleExplicitLod, 2), (Op::ImageWrite, 3)];

/// Adds the image operands for the signedness of texels by the types in a friendly name: by the result type, which may
/// be a postfix or a template argument, or by the type of the written texel.
pub fn sign_texels(f: &mut Forward<'_>, name: &Name, op: Op, operands: &mut Vec<u32>) {
    let Some((_, at)) = SIGNED.iter().find(|row| row.0 == op) else { return };
    let said = Bits::SIGN_EXTEND | Bits::ZERO_EXTEND;
    let is_said = operands.get(*at).is_some_and(|bits| Bits::from_bits_truncate(*bits).intersects(said));
    let postfix = || Type::from_spelling(Builtin::parse(&name.base)?.postfix.return_type?);
    let texel =
        if op == Op::ImageWrite { name.params.get(2).cloned() } else { name.result().cloned().or_else(postfix) };
    let bits = match texel.as_ref().map(Type::element) {
        Some(ty) if ty.is_signed_integer() && !is_said => images::signedness(f, Bits::SIGN_EXTEND),
        Some(ty) if ty.is_unsigned_integer() && !is_said => images::signedness(f, Bits::ZERO_EXTEND),
        _ => return,
    };
    match operands.get_mut(*at) {
        Some(known) => *known |= bits.bits(),
        None => images::append_image_operands(operands, bits, &[]),
    }
}

// --- SPIR-V to LLVM ---

/// Writes the instruction in the form of the Khronos translator. Returns false if it has none.
pub fn reverse<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<bool> {
    let value = match inst.opcode() {
        Op::ImageQuerySizeLod | Op::ImageQuerySize => size(r, inst)?,
        Op::ImageQueryFormat | Op::ImageQueryOrder => channel(r, inst)?,
        Op::ImageSampleExplicitLod => depth(r, inst)?,
        _ => None,
    };
    match value {
        Some(value) => r.define(inst, value).map(|()| true),
        None => Ok(false),
    }
}

/// Returns the whole size, as a vector if it has several components.
fn size<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<Option<Value<'m>>> {
    let Some(shape) = inst.in_operands().first().and_then(|image| shape_of_value(r, *image)) else { return Ok(None) };
    let Some(named) = reverse::query(r, inst, if shape.dimensions() == 1 { SIZES[0] } else { DIM }) else {
        return Ok(None);
    };
    let (ty, word) = (r.result_ty(inst)?, r.context.int_type(32)?);
    let own = match shape.dimensions() {
        1 => word,
        2 => r.context.vector_type(word, 2)?,
        _ => r.context.vector_type(word, 4)?,
    };
    let own = reverse::make(r, &named, own)?;
    let own = resized(r, own, ty.scalar())?;
    let count = u32::try_from(ty.count()).unwrap_or(0);
    let whole = widened(r, own, shape, ty, count)?;
    if !shape.is_arrayed() {
        return Ok(Some(whole));
    }
    let Some(named) = reverse::query(r, inst, ARRAY_SIZE) else { return Ok(None) };
    let size = r.context.int_type(parts::size_bits(r))?;
    let length = reverse::make(r, &named, size)?;
    let length = resized(r, length, ty.scalar())?;
    let last = r.context.const_int(word, count.saturating_sub(1).into())?;
    r.builder.insert_element(whole, length, last).map(Some)
}

/// Returns the size of a single image widened to a vector of as many components as the result of the instruction.
fn widened<'m>(r: &Reverse<'m>, own: Value<'m>, shape: Shape, ty: LlvmType<'m>, count: u32) -> Result<Value<'m>> {
    match (shape.dimensions(), shape.is_arrayed()) {
        (1, true) => {
            let first = r.context.const_int(r.context.int_type(32)?, 0)?;
            r.builder.insert_element(r.context.poison(ty)?, own, first)
        }
        (2, true) | (3, _) => {
            let mask: Vec<_> = (0..i32::try_from(count).unwrap_or(0)).collect();
            r.builder.shuffle_vector(own, r.context.poison(own.ty())?, &mask)
        }
        _ => Ok(own),
    }
}

/// Returns integers converted to another width.
fn resized<'m>(r: &Reverse<'m>, value: Value<'m>, scalar: LlvmType<'m>) -> Result<Value<'m>> {
    let opcode = match value.ty().scalar().int_width().cmp(&scalar.int_width()) {
        std::cmp::Ordering::Less => Opcode::ZExt,
        std::cmp::Ordering::Greater => Opcode::Trunc,
        std::cmp::Ordering::Equal => return Ok(value),
    };
    let lanes = u32::try_from(value.ty().count()).unwrap_or(0);
    let ty = if value.ty().is_vector() { r.context.vector_type(scalar, lanes)? } else { scalar };
    r.builder.cast(opcode, value, ty)
}

/// Returns the channel type or order of OpenCL C's query, shifted to SPIR-V's numbers.
fn channel<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<Option<Value<'m>>> {
    let Some((name, _, first)) = CHANNELS.iter().find(|row| row.1 == inst.opcode()) else { return Ok(None) };
    let Some(named) = reverse::query(r, inst, name) else { return Ok(None) };
    let ty = r.result_ty(inst)?;
    let number = reverse::make(r, &named, ty)?;
    let first = r.context.const_int(ty, (*first).into())?;
    r.builder.binary(Opcode::Sub, number, first).map(Some)
}

/// Returns the texel of a depth image, a scalar in OpenCL C, as the first component of a vector.
fn depth<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<Option<Value<'m>>> {
    let Some(named): Option<Named> = reverse::sample(r, inst, true) else { return Ok(None) };
    let ty = r.result_ty(inst)?;
    let texel = reverse::make(r, &named, ty.scalar())?;
    let first = r.context.const_int(r.context.int_type(64)?, 0)?;
    r.builder.insert_element(r.context.poison(ty)?, texel, first).map(Some)
}
