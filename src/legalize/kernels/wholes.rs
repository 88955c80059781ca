//! Loads and stores of whole structures and arrays: they are split into parts at the offsets in the data layout of
//! kernels.
//!
//! In: a function whose structures may contain vectors at other offsets than in shaders. Out: the same function with a
//! separate access for each part of such structures.

use super::memory;
use crate::error::{Code, Error, Result};
use crate::legalize::kit::place::Place;
use crate::llvm::{Opcode, Type, Value};

/// The number of parts that a value may have.
const MAX_PARTS: usize = 1 << 12;
/// The depth to which types may nest.
const MAX_DEPTH: usize = 32;

/// A number or vector in a value: the indices that lead to it, the bytes before it, its type.
type Part<'m> = (Vec<u32>, u64, Type<'m>);

/// Splits the accesses of a function to structures and arrays whose layout differs in shaders, and all accesses through
/// pointers that become integers.
pub fn take_apart<'m>(place: &Place<'m>, function: Value<'m>, is_number: impl Fn(Type<'m>) -> bool) -> Result<()> {
    let all: Vec<_> = function.blocks().flat_map(|block| block.instructions()).collect();
    for inst in all {
        let accessed = match inst.opcode() {
            Some(Opcode::Load) => Some((inst.ty(), inst.operand(0))),
            Some(Opcode::Store) => inst.operand(0).map(|value| (value.ty(), inst.operand(1))),
            _ => None,
        };
        let Some((ty, Some(pointer))) = accessed.filter(|(ty, _)| ty.is_struct() || ty.is_array()) else { continue };
        let is_by_address = is_number(pointer.ty());
        if !is_by_address && memory::same_layout(place, ty)? == ty {
            continue;
        }
        let mut found = Vec::new();
        parts(place, ty, (Vec::new(), 0), &mut found).map_err(|error| error.at_instruction(|| inst.print()))?;
        place.builder.position_before(inst)?;
        replace(place, inst, pointer, &found)?;
    }
    Ok(())
}

/// Collects the parts of a type, given its indices and its offset in the accessed value.
fn parts<'m>(place: &Place<'m>, ty: Type<'m>, (path, at): (Vec<u32>, u64), to: &mut Vec<Part<'m>>) -> Result<()> {
    if !ty.is_struct() && !ty.is_array() {
        to.push((path, at, ty));
        return Ok(());
    }
    let (layout, count) = (place.module.layout(), if ty.is_struct() { ty.field_count().into() } else { ty.count() });
    if path.len() >= MAX_DEPTH || count > (MAX_PARTS - to.len().min(MAX_PARTS)) as u64 {
        return Err(Error::of(Code::Limit, format!("a value of more than {MAX_PARTS} parts, or {MAX_DEPTH} levels")));
    }
    for index in 0..count as u32 {
        let member = if ty.is_struct() { ty.field(index) } else { ty.element() };
        let member = member.ok_or_else(|| Error::internal("a type without a part"))?;
        let offset = match ty.is_struct() {
            true => layout.element_offset(ty, index),
            false => layout.abi_size(member).map(|size| size * u64::from(index)),
        };
        let offset = offset.ok_or_else(|| Error::internal(format!("{member} without a place")))?;
        parts(place, member, ([path.as_slice(), &[index]].concat(), at + offset), to)?;
    }
    Ok(())
}

/// Replaces an access by accesses to its parts.
fn replace<'m>(place: &Place<'m>, inst: Value<'m>, pointer: Value<'m>, parts: &[Part<'m>]) -> Result<()> {
    let (builder, context) = (&place.builder, place.context);
    let value = if inst.is_op(Opcode::Store) { inst.operand(0) } else { None };
    let mut whole = if value.is_none() { Some(context.poison(inst.ty())?) } else { None };
    for (path, at, ty) in parts {
        let offset = context.const_int(context.int_type(32)?, *at)?;
        let there = if *at == 0 { pointer } else { builder.gep(context.int_type(8)?, pointer, &[offset], false)? };
        let access = match (value, whole) {
            (Some(value), _) => builder.store(builder.extract_value(value, path)?, there)?,
            (None, Some(before)) => {
                let loaded = builder.load(*ty, there)?;
                whole = Some(builder.insert_value(before, loaded, path)?);
                loaded
            }
            (None, None) => return Err(Error::internal("a load of nothing")),
        };
        let alignment = inst.alignment().max(1);
        let here = if *at == 0 { alignment } else { alignment.min(1 << at.trailing_zeros().min(30)) };
        access.set_alignment(here)?;
        access.set_volatile(inst.is_volatile())?;
        access.take_metadata(inst)?;
    }
    if let Some(whole) = whole {
        inst.replace_uses(whole)?;
    }
    inst.erase()
}
