//! Types in memory: with the layout of shaders they have the sizes and offsets that they had with that of kernels, where a
//! vector of three is as long as one of four.

use crate::error::{Code, Error, Result};
use crate::legalize::hlsl::Place;
use crate::llvm::{Type, Value};

/// The depth to which types may nest.
const MAX_DEPTH: u32 = 32;

/// The length of the longest vectors of SPIR-V.
const LONGEST: u64 = 4;

/// Returns the type that has the same layout.
pub fn same_layout<'m>(place: &Place<'m>, ty: Type<'m>) -> Result<Type<'m>> {
    convert(place, ty, MAX_DEPTH)
}

fn convert<'m>(place: &Place<'m>, ty: Type<'m>, depth: u32) -> Result<Type<'m>> {
    let context = place.context;
    let too_deep = || Error::of(Code::Limit, format!("types that nest deeper than {MAX_DEPTH} levels"));
    let inner = depth.checked_sub(1).ok_or_else(too_deep)?;
    match ty.element() {
        Some(element) if ty.is_array() => context.array_type(convert(place, element, inner)?, ty.count()),
        Some(element) if ty.is_vector() && ty.count() == 3 => context.vector_type(element, 4),
        Some(element) if ty.is_vector() && ty.count() > LONGEST => {
            context.array_type(context.vector_type(element, LONGEST as u32)?, ty.count().div_ceil(LONGEST))
        }
        _ if ty.is_struct() => {
            let (mut fields, mut changes) = (Vec::new(), false);
            for field in ty.struct_fields() {
                let converted = convert(place, field, inner)?;
                changes |= converted != field;
                fields.push(converted);
            }
            if changes { context.struct_type(&fields, is_packed(place, ty)) } else { Ok(ty) }
        }
        _ => Ok(ty),
    }
}

/// Returns whether members follow one another without padding although some are aligned to more.
fn is_packed<'m>(place: &Place<'m>, ty: Type<'m>) -> bool {
    place.module.layout().abi_alignment(ty) == Some(1)
}

/// Returns a constant as one of the type with the same layout.
pub fn constant<'m>(place: &Place<'m>, value: Value<'m>, ty: Type<'m>) -> Result<Value<'m>> {
    if value.ty() == ty {
        return Ok(value);
    }
    if value.is_poison() || value.is_undef() {
        return place.context.undef(ty);
    }
    let part = |index: u32| value.aggregate_element(index).ok_or_else(|| Error::internal("a constant lacks a part"));
    if ty.is_vector() {
        let mut parts = (0..value.ty().count() as u32).map(part).collect::<Result<Vec<_>>>()?;
        parts.resize(ty.count() as usize, place.context.undef(ty.scalar())?);
        return place.context.const_vector(&parts);
    }
    if ty.is_struct() {
        let parts = (0..).zip(ty.struct_fields()).map(|(index, field)| constant(place, part(index)?, field));
        return place.context.const_struct(ty, &parts.collect::<Result<Vec<_>>>()?);
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

/// Gives the variables of a function types with the same layout.
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
