//! Values and their parts, for loads and stores of single parts.

use super::Rebuild;
use super::path::Member;
use super::places::unpadded;
use crate::conventions::notes;
use crate::error::{Code, Error, Result};
use crate::legalize::kit::emit::Emit;
use crate::llvm::{Opcode, Type, Value};

/// The number of parts that one value may have.
const MAX_PARTS: u64 = 1 << 12;

/// A part of a value in memory.
#[derive(Clone, Copy, Debug)]
pub struct Part<'m> {
    /// The offset of the part in bytes.
    pub offset: i64,
    /// The type of the part.
    pub ty: Type<'m>,
}

impl<'m> Rebuild<'_, 'm> {
    /// Returns the parts of a type: members, elements, columns, components, or halves of a number; `None` for a type
    /// without parts.
    pub fn parts(&self, ty: Type<'m>) -> Result<Option<Vec<Part<'m>>>> {
        if notes::is_any_matrix(ty) {
            let matrix = notes::matrix_parts(ty).filter(|matrix| !matrix.is_row_major);
            return matrix.and(ty.field(0)).map_or(Ok(None), |lines| self.elements(lines));
        }
        if ty.is_struct() {
            let members = self.finder(ty).members(ty);
            return Ok(Some(members.iter().map(|member| Part { offset: member.offset, ty: member.memory }).collect()));
        }
        if ty.is_array() || ty.is_vector() {
            return self.elements(ty);
        }
        let half = self.module.layout().store_size(ty).unwrap_or(0) / 2;
        if half == 0 || ty.bits().is_none() {
            return Ok(None);
        }
        let ty = self.emit.context.int_type((half * 8) as u32)?;
        Ok(Some(vec![Part { offset: 0, ty }, Part { offset: half as i64, ty }]))
    }

    fn elements(&self, ty: Type<'m>) -> Result<Option<Vec<Part<'m>>>> {
        let layout = self.module.layout();
        let Some(element) = ty.element() else { return Ok(None) };
        let stride = if ty.is_vector() { layout.store_size(element) } else { layout.abi_size(element) };
        let (Some(stride), Some(inner)) = (stride, unpadded(element)) else { return Ok(None) };
        if ty.count() > MAX_PARTS {
            return Err(Error::of(Code::Limit, format!("an access to {} elements, one by one", ty.count())));
        }
        Ok(Some((0..ty.count()).map(|index| Part { offset: (index * stride) as i64, ty: inner }).collect()))
    }
}

/// Returns the indices of a part of an aggregate in LLVM.
fn indices<'m>(ty: Type<'m>, number: u32, members: &[Member<'m>]) -> Result<Vec<u32>> {
    let (mut indices, lines) = match notes::is_any_matrix(ty) {
        true => (vec![0, number], ty.field(0)),
        false if ty.is_struct() => {
            let member = members.get(number as usize);
            return member
                .map(|member| vec![member.element])
                .ok_or_else(|| Error::internal("a structure without a member"));
        }
        false => (vec![number], Some(ty)),
    };
    if lines.and_then(Type::element).is_some_and(notes::is_padded) {
        indices.push(0);
    }
    Ok(indices)
}

/// Builds a value from its parts.
pub fn join<'m>(emit: &Emit<'m>, ty: Type<'m>, members: &[Member<'m>], parts: &[Value<'m>]) -> Result<Value<'m>> {
    if !ty.is_struct() && !ty.is_array() {
        return as_bits(emit, emit.vector(parts)?, ty);
    }
    let mut whole = emit.context.poison(ty)?;
    for (number, part) in (0..).zip(parts) {
        whole = emit.builder.insert_value(whole, *part, &indices(ty, number, members)?)?;
    }
    Ok(whole)
}

/// Extracts a part of a value.
pub fn extract<'m>(
    emit: &Emit<'m>,
    value: Value<'m>,
    part: Type<'m>,
    number: u32,
    members: &[Member<'m>],
) -> Result<Value<'m>> {
    let ty = value.ty();
    if ty.is_struct() || ty.is_array() {
        return emit.builder.extract_value(value, &indices(ty, number, members)?);
    }
    let lanes = if ty.is_vector() { value } else { as_bits(emit, value, emit.context.vector_type(part, 2)?)? };
    emit.lane(lanes, number)
}

/// Returns the bits of a number, vector or address as another type of the same size; booleans are a byte in memory.
pub fn as_bits<'m>(emit: &Emit<'m>, value: Value<'m>, ty: Type<'m>) -> Result<Value<'m>> {
    let from = value.ty();
    if from == ty {
        return Ok(value);
    }
    if let Some(source) = value.operand(0).filter(|source| value.is_op(Opcode::BitCast) && source.ty() == ty) {
        return Ok(source);
    }
    match () {
        () if from.is_int_of(1) => emit.cast(Opcode::ZExt, value, ty),
        () if ty.is_int_of(1) => emit.cast(Opcode::Trunc, value, ty),
        () if from.is_pointer() && ty.is_int() => emit.cast(Opcode::PtrToInt, value, ty),
        () if ty.is_pointer() && from.is_int() => emit.cast(Opcode::IntToPtr, value, ty),
        () if from.is_pointer() || ty.is_pointer() => {
            let word = emit.context.int_type(64)?;
            let number = as_bits(emit, value, word)?;
            as_bits(emit, number, ty)
        }
        () => emit.cast(Opcode::BitCast, value, ty),
    }
}

/// Returns `size` bytes of a number, from byte `at` on, as a value of a type.
pub fn lower_bits<'m>(emit: &Emit<'m>, number: Value<'m>, at: u64, ty: Type<'m>, size: u64) -> Result<Value<'m>> {
    let word = number.ty().bits().ok_or_else(|| Error::internal("bytes of what is no number"))?;
    let word = as_bits(emit, number, word)?;
    let shifted = emit.with(Opcode::LShr, word, at * 8)?;
    let part = emit.resize(shifted, emit.context.int_type((size * 8) as u32)?, false)?;
    as_bits(emit, part, ty)
}
