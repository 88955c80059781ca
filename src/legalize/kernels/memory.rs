//! Types in memory that keep their layout: with the data layout of shaders, they have the sizes and offsets that the
//! original types have with that of kernels, where a vector of three is as large as one of four.

use super::{addresses, booleans, nulls};
use crate::error::{Code, Error, Result};
use crate::legalize::kit::place::Place;
use crate::llvm::{Type, Value};

/// The depth to which types may nest.
const MAX_DEPTH: u32 = 32;

/// The length of the longest vectors of SPIR-V.
const LONGEST: u64 = 4;

/// Returns a type that has the same layout as the original one.
pub fn same_layout<'m>(place: &Place<'m>, ty: Type<'m>) -> Result<Type<'m>> {
    convert(place, ty, MAX_DEPTH)
}

fn convert<'m>(place: &Place<'m>, ty: Type<'m>, depth: u32) -> Result<Type<'m>> {
    let context = place.context;
    let inner = depth.checked_sub(1).ok_or_else(too_deep)?;
    match ty.element() {
        Some(element) if ty.is_array() => context.array_type(convert(place, element, inner)?, ty.count()),
        _ if booleans::is_vector(ty) => booleans::stored(place, ty),
        _ if addresses::is_address(ty) => convert(place, addresses::number_type(place, ty)?, inner),
        Some(element) if ty.is_vector() && ty.count() == 3 => context.vector_type(element, 4),
        Some(element) if ty.is_vector() && ty.count() > LONGEST => {
            context.array_type(context.vector_type(element, LONGEST as u32)?, ty.count().div_ceil(LONGEST))
        }
        _ if ty.is_struct() => {
            let fields = ty.struct_fields().into_iter().map(|field| convert(place, field, inner));
            structure(place, ty, &fields.collect::<Result<Vec<_>>>()?)
        }
        _ => Ok(ty),
    }
}

/// Returns a structure with converted members. If they are aligned to less than the original ones, padding bytes are
/// inserted.
fn structure<'m>(place: &Place<'m>, old: Type<'m>, fields: &[Type<'m>]) -> Result<Type<'m>> {
    let (context, layout) = (place.context, place.module.layout());
    if fields == old.struct_fields() {
        return Ok(old);
    }
    let plain = context.struct_type(fields, is_packed(place, old))?;
    let numbers = 0..fields.len() as u32;
    let is_there = |number: u32| layout.element_offset(plain, number) == layout.element_offset(old, number);
    if numbers.clone().all(is_there) && layout.abi_size(plain) == layout.abi_size(old) {
        return Ok(plain);
    }
    let offsets: Option<Vec<u64>> = numbers.map(|number| layout.element_offset(old, number)).collect();
    let sized = offsets.zip(layout.abi_size(old));
    let (offsets, size) = sized.ok_or_else(|| Error::internal(format!("{old} without a size")))?;
    padded(place, fields, &offsets, size, |count| context.array_type(context.int_type(8)?, count))
}

/// Returns a packed structure of `size` bytes with members at the given offsets, and padding between them.
pub fn padded<'m>(
    place: &Place<'m>,
    fields: &[Type<'m>],
    offsets: &[u64],
    size: u64,
    padding: impl Fn(u64) -> Result<Type<'m>>,
) -> Result<Type<'m>> {
    let (mut body, mut end) = (Vec::new(), 0);
    for (field, offset) in fields.iter().zip(offsets) {
        if *offset > end {
            body.push(padding(offset - end)?);
        }
        body.push(*field);
        end = offset + place.module.layout().abi_size(*field).unwrap_or(0);
    }
    if size > end {
        body.push(padding(size - end)?);
    }
    place.context.struct_type(&body, true)
}

/// Returns whether a structure is packed.
fn is_packed<'m>(place: &Place<'m>, ty: Type<'m>) -> bool {
    place.module.layout().abi_alignment(ty) == Some(1)
}

fn too_deep() -> Error {
    Error::of(Code::Limit, format!("types that nest deeper than {MAX_DEPTH} levels"))
}

/// Converts a constant to a type with the same layout.
pub fn constant<'m>(place: &Place<'m>, value: Value<'m>, ty: Type<'m>) -> Result<Value<'m>> {
    if value.ty() == ty {
        return Ok(value);
    }
    if value.is_poison() || value.is_undef() {
        return place.context.undef(ty);
    }
    if value.is_null() || nulls::is_null(value) {
        return place.context.const_null(ty);
    }
    if booleans::is_vector(value.ty()) {
        return booleans::constant(place, value, ty);
    }
    let part = |index: u32| value.aggregate_element(index).ok_or_else(|| Error::internal("a constant lacks a part"));
    if ty.is_vector() {
        let mut parts = (0..value.ty().count() as u32).map(part).collect::<Result<Vec<_>>>()?;
        parts.resize(ty.count() as usize, place.context.undef(ty.scalar())?);
        return place.context.const_vector(&parts);
    }
    if ty.is_struct() {
        let layout = place.module.layout();
        let at = |ty: Type<'m>, number: u32| layout.element_offset(ty, number);
        let mut old = (0..value.ty().field_count()).peekable();
        let mut parts = Vec::new();
        for (number, field) in (0..).zip(ty.struct_fields()) {
            // What no member of the old structure is at is padding.
            let same = old.next_if(|index| at(value.ty(), *index) == at(ty, number));
            parts.push(same.map_or_else(|| place.context.undef(field), |index| constant(place, part(index)?, field))?);
        }
        return place.context.const_struct(ty, &parts);
    }
    let element = ty.element().ok_or_else(|| Error::internal("a constant of another shape"))?;
    let count = u32::try_from(ty.count()).map_err(|_| Error::of(Code::Limit, "a constant of so many elements"))?;
    if value.ty().is_vector() {
        let lanes = (0..value.ty().count() as u32).map(part).collect::<Result<Vec<_>>>()?;
        let rows = lanes.chunks(LONGEST as usize).map(|row| place.context.const_vector(row));
        return place.context.const_array(element, &rows.collect::<Result<Vec<_>>>()?);
    }
    let parts = (0..count).map(|index| constant(place, part(index)?, element));
    place.context.const_array(element, &parts.collect::<Result<Vec<_>>>()?)
}

/// Replaces the local variables of a function by variables of types with the same layout.
pub fn variables<'m>(place: &Place<'m>, function: Value<'m>) -> Result<()> {
    let all: Vec<_> = function.blocks().flat_map(|block| block.instructions()).collect();
    for variable in all.into_iter().filter(|inst| inst.allocated_type().is_some()) {
        let Some(ty) = variable.allocated_type() else { continue };
        let converted = same_layout(place, ty)?;
        let count = variable.operand(0).and_then(Value::int_value).unwrap_or(0);
        let converted = if count == 1 { converted } else { place.context.array_type(converted, count)? };
        if converted == ty {
            continue;
        }
        place.builder.position_before(variable)?;
        let new = place.builder.alloca(converted, None)?;
        new.set_name(variable.name());
        variable.replace_uses(new)?;
        variable.erase()?;
    }
    Ok(())
}
