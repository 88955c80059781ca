//! Pointers into builtin variables on the way back: casts and access chains are not translated, but tracked to find the
//! part that a load reads.

use crate::binary::{Id, Instruction};
use crate::concepts::base::untyped_pointers::typed_chain;
use crate::state::Reverse;
use crate::state::slots::builtin_variables::{BuiltinOffset, BuiltinPlace};
use ::spirv::Op;

/// Notes a pointer into a builtin variable, made by an instruction or constant. Returns false for others.
#[inline]
pub fn reverse_pointer(r: &mut Reverse<'_>, inst: Instruction<'_>) -> bool {
    may_point(inst.opcode()) && !r.builtin_places.is_empty() && note(r, inst)
}

fn note(r: &mut Reverse<'_>, inst: Instruction<'_>) -> bool {
    let place = match inst.opcode() {
        Op::SpecConstantOp => inst.in_operands().split_first().and_then(|(op, rest)| {
            let op = u16::try_from(*op).ok().and_then(|op| Op::from_u32(op.into()))?;
            derived(r, op, rest)
        }),
        op => derived(r, op, inst.in_operands()),
    };
    let Some((id, place)) = inst.result_id().zip(place) else { return false };
    r.builtin_places.insert(id, place);
    true
}

/// Returns whether the instruction may make a pointer from another one.
#[inline]
fn may_point(op: Op) -> bool {
    use Op as O;
    matches!(
        op,
        O::SpecConstantOp
            | O::PtrCastToGeneric
            | O::GenericCastToPtr
            | O::Bitcast
            | O::CopyObject
            | O::AccessChain
            | O::InBoundsAccessChain
            | O::PtrAccessChain
            | O::InBoundsPtrAccessChain
    ) || typed_chain(op).is_some()
}

/// Returns the place that an instruction derives from the place of its base.
fn derived(r: &Reverse<'_>, op: Op, operands: &[u32]) -> Option<BuiltinPlace> {
    let (op, source, operands) = match (typed_chain(op), operands) {
        (Some(op), [ty, rest @ ..]) => (op, Some(*ty), rest),
        _ => (op, None, operands),
    };
    let (base, indices) = operands.split_first()?;
    let place = *r.builtin_places.get(base)?;
    let pointee = || source.or_else(|| r.pointee(r.type_of(*base).ok()?).ok());
    let offset = match op {
        Op::PtrCastToGeneric | Op::GenericCastToPtr | Op::Bitcast | Op::CopyObject => place.offset,
        Op::AccessChain | Op::InBoundsAccessChain => chain(r, place, pointee()?, None, indices)?,
        Op::PtrAccessChain | Op::InBoundsPtrAccessChain => {
            let (element, indices) = indices.split_first()?;
            chain(r, place, pointee()?, Some(*element), indices)?
        }
        _ => return None,
    };
    Some(BuiltinPlace { offset, ..place })
}

/// Returns the offset after the indices of an access chain from a pointer to `ty`.
fn chain(
    r: &Reverse<'_>,
    from: BuiltinPlace,
    mut ty: Id,
    element: Option<Id>,
    indices: &[Id],
) -> Option<BuiltinOffset> {
    let mut offset = from.offset;
    if let Some(element) = element {
        offset = step(r, from, offset, ty, element)?;
    }
    for index in indices {
        ty = r.spv.definition(ty).filter(|ty| ty.opcode() == Op::TypeVector)?.operand(0).ok()?;
        offset = step(r, from, offset, ty, *index)?;
    }
    Some(offset)
}

/// Returns the offset after an index over elements of type `ty`: only components may have a variable index.
fn step(r: &Reverse<'_>, from: BuiltinPlace, offset: BuiltinOffset, ty: Id, index: Id) -> Option<BuiltinOffset> {
    let BuiltinOffset::Bytes(bytes) = offset else { return None };
    match r.constant(index) {
        Ok(index) => Some(BuiltinOffset::Bytes(bytes.checked_add(index.checked_mul(size(r, ty)?)?)?)),
        Err(_) if bytes == 0 && is_component(r, from.value_type, ty) => Some(BuiltinOffset::Component(index)),
        Err(_) => None,
    }
}

/// Returns the size in bytes of a number or vector type.
fn size(r: &Reverse<'_>, ty: Id) -> Option<u64> {
    let ty = r.ty(ty).ok()?;
    let lanes = if ty.is_vector() { ty.count().checked_next_power_of_two()? } else { 1 };
    let width = u64::from(ty.scalar().int_width().max(ty.scalar().float_width()));
    (width >= 8).then(|| lanes.checked_mul(width / 8)).flatten()
}

/// Returns whether `ty` is the component type of the vector type `value_type`.
fn is_component(r: &Reverse<'_>, value_type: Id, ty: Id) -> bool {
    r.spv
        .definition(value_type)
        .is_some_and(|value_type| value_type.opcode() == Op::TypeVector && value_type.operand(0).ok() == Some(ty))
}
