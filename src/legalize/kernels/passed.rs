//! The types of parameters in blocks of push constants and uniforms, with the size and alignment in OpenCL C, as the
//! host passes them. Numbers that shaders do not support in memory become integers of the same size: booleans,
//! `bfloat`, integers of other widths than 8, 16, 32 and 64 bits, and vectors of them.

use super::memory::padded;
use crate::error::{Code, Error, Result};
use crate::legalize::kit::place::Place;
use crate::legalize::logical::layouts::PADDING;
use crate::llvm::{Type, TypeKind};

/// The depth to which types may nest.
const MAX_DEPTH: u32 = 32;

/// The length of the longest vectors in shaders.
const LONGEST: u64 = 4;

/// The size in bytes of the largest integer.
const LARGEST: u64 = 8;

/// Returns the structure of parameters that follow one another from an offset on, each aligned for its type.
pub fn members<'m>(place: &Place<'m>, types: &[Type<'m>], begin: u64) -> Result<Type<'m>> {
    let (mut fields, mut offsets, mut end) = (Vec::new(), Vec::new(), begin);
    for ty in types {
        let (size, alignment) = sized(place, *ty)?;
        let offset = end.next_multiple_of(alignment);
        fields.push(convert(place, *ty, MAX_DEPTH)?);
        offsets.push(offset);
        end = offset.checked_add(size).ok_or_else(|| Error::of(Code::Limit, "parameters of so many bytes"))?;
    }
    padded(place, &fields, &offsets, end, |count| gap(place, count))
}

/// Returns size and alignment of a type.
pub fn sized(place: &Place<'_>, ty: Type<'_>) -> Result<(u64, u64)> {
    let layout = place.module.layout();
    let no_size = || Error::of(Code::IllegalType, format!("a parameter of type {ty}, which has no size"));
    let (size, alignment) = layout.abi_size(ty).zip(layout.abi_alignment(ty)).ok_or_else(no_size)?;
    Ok((size, u64::from(alignment).max(1)))
}

/// Returns the type of `count` padding bytes.
fn gap<'m>(place: &Place<'m>, count: u64) -> Result<Type<'m>> {
    let count = u32::try_from(count).map_err(|_| Error::of(Code::Limit, "a gap of so many bytes"))?;
    place.context.target_type(PADDING, &[], &[count])
}

fn convert<'m>(place: &Place<'m>, ty: Type<'m>, depth: u32) -> Result<Type<'m>> {
    let too_deep = || Error::of(Code::Limit, format!("types that nest deeper than {MAX_DEPTH} levels"));
    let depth = depth.checked_sub(1).ok_or_else(too_deep)?;
    if ty.is_struct() {
        let layout = place.module.layout();
        let fields = ty.struct_fields().into_iter().map(|field| convert(place, field, depth));
        let fields = fields.collect::<Result<Vec<_>>>()?;
        let offsets: Option<Vec<_>> = (0..fields.len() as u32).map(|index| layout.element_offset(ty, index)).collect();
        let offsets = offsets.ok_or_else(|| Error::internal(format!("{ty} without offsets")))?;
        return padded(place, &fields, &offsets, sized(place, ty)?.0, |count| gap(place, count));
    }
    match ty.element() {
        Some(element) if ty.is_array() => place.context.array_type(convert(place, element, depth)?, ty.count()),
        _ if !is_number(ty.scalar()) => integers(place, ty),
        Some(element) if ty.is_vector() => vector(place, element, ty.count()),
        _ => Ok(ty),
    }
}

/// Returns whether shaders support a scalar type in memory.
pub fn is_number(ty: Type<'_>) -> bool {
    let is_float = matches!(ty.float_width(), 16 | 32 | 64) && ty.kind() != TypeKind::BFloat;
    is_float || matches!(ty.int_width(), 8 | 16 | 32 | 64)
}

/// Returns the type in memory of a vector: vectors of three are as large as those of four, and longer ones are arrays
/// of vectors of four.
fn vector<'m>(place: &Place<'m>, element: Type<'m>, count: u64) -> Result<Type<'m>> {
    let row = |count: u64| place.context.vector_type(element, count as u32);
    match count {
        1 => Ok(element),
        2 => row(2),
        3 | 4 => row(LONGEST),
        _ => place.context.array_type(row(LONGEST)?, count.div_ceil(LONGEST)),
    }
}

/// Returns an integer, or an array of integers, as large as a type.
fn integers<'m>(place: &Place<'m>, ty: Type<'m>) -> Result<Type<'m>> {
    let (size, alignment) = sized(place, ty)?;
    let scalar = place.module.layout().store_size(ty.scalar()).unwrap_or(1);
    let most = if ty.is_vector() && scalar.is_power_of_two() && !ty.scalar().is_int_of(1) { scalar } else { LARGEST };
    let unit = alignment.min(most).clamp(1, LARGEST);
    let integer = place.context.int_type((unit * 8) as u32)?;
    if size <= unit { Ok(integer) } else { place.context.array_type(integer, size.div_ceil(unit)) }
}
