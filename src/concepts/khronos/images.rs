//! The Khronos translator's forms in OpenCL's spelling, each of which says the whole of one instruction: sizes are put
//! together again of what OpenCL C has functions for, numbers of channels begin where SPIR-V's do, a depth texel is a
//! vector. On the way forward image operands say the sign of texels.

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

/// Instructions whose image operands say what sign integers have, and where those operands are.
const SIGNED: &[(Op, usize)] = &[(Op::ImageRead, 2), (Op::ImageSampleExplicitLod, 2), (Op::ImageWrite, 3)];

/// Adds the bits for the sign of texels that the types in a friendly name tell: the type
/// of the result, be it a postfix or that of a template, or of what is written.
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

/// All numbers of the size, in a vector where there are several.
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

/// The size of one image in a vector of as many numbers as the instruction gives.
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

/// Numbers in another width.
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

/// OpenCL C's numbers begin elsewhere.
fn channel<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<Option<Value<'m>>> {
    let Some((name, _, first)) = CHANNELS.iter().find(|row| row.1 == inst.opcode()) else { return Ok(None) };
    let Some(named) = reverse::query(r, inst, name) else { return Ok(None) };
    let ty = r.result_ty(inst)?;
    let number = reverse::make(r, &named, ty)?;
    let first = r.context.const_int(ty, (*first).into())?;
    r.builder.binary(Opcode::Sub, number, first).map(Some)
}

/// OpenCL C's texel of a depth image is one number.
fn depth<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<Option<Value<'m>>> {
    let Some(named): Option<Named> = reverse::sample(r, inst, true) else { return Ok(None) };
    let ty = r.result_ty(inst)?;
    let texel = reverse::make(r, &named, ty.scalar())?;
    let first = r.context.const_int(r.context.int_type(64)?, 0)?;
    r.builder.insert_element(r.context.poison(ty)?, texel, first).map(Some)
}
