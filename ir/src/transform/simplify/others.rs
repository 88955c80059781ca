//! Simplifies casts, selects, vector and aggregate operations and phis to existing values.

use super::rules::{Shape, indices, operands_of, predicate};
use crate::constants::ConstantKind;
use crate::draft::{Value, ValueKind};
use crate::instruction::{Opcode, Predicate};
use crate::types::TypeKind;

/// The limit on the length of a chain of insertions that is followed.
const MOST_INSERTIONS: usize = 64;

/// Returns the original value of two casts, if the first loses nothing and the second returns to the original type.
pub(super) fn cast<'d>(shape: &Shape<'d>, a: Value<'d>) -> Option<Value<'d>> {
    use Opcode::*;
    let ty = shape.instruction.ty();
    if shape.opcode == BitCast && a.ty() == ty {
        return Some(a);
    }
    let first = a.opcode()?;
    let from = a.operands().next().filter(|from| first.is_cast() && from.ty() == ty)?;
    let bits = || shape.draft.pointer_bits(a.ty().scalar().size() as u32);
    let pointer_bits = || shape.draft.pointer_bits(ty.scalar().size() as u32);
    let nothing = match (first, shape.opcode) {
        (BitCast, BitCast) | (ZExt | SExt, Trunc) | (FpExt, FpTrunc) | (AddrSpaceCast, AddrSpaceCast) => true,
        (PtrToInt, IntToPtr) => a.ty().scalar().size() >= pointer_bits(),
        (IntToPtr, PtrToInt) => ty.scalar().size() <= bits(),
        _ => false,
    };
    nothing.then_some(from)
}

pub(super) fn select<'d>(condition: Value<'d>, a: Value<'d>, b: Value<'d>) -> Option<Value<'d>> {
    let boolean = condition.ty() == a.ty();
    match () {
        () if condition.is_zero() => Some(b),
        () if condition.is_ones() => Some(a),
        () if condition.is_poison() => a.draft().const_poison(a.ty()).ok(),
        () if condition.is_undef() => Some(if a.is_constant() { a } else { b }),
        () if a == b || b.is_poison() => Some(a),
        () if a.is_poison() => Some(b),
        () if a.is_undef() && is_not_poison(b) => Some(b),
        () if b.is_undef() && is_not_poison(a) => Some(a),
        () if boolean && a.is_ones() && b.is_zero() => Some(condition),
        () if boolean && (a == condition && b.is_zero() || b == condition && a.is_ones()) => Some(condition),
        () => select_equal(condition, a, b),
    }
}

/// Returns the operand of a `select` by equality of its two integer operands: the second one for `eq`, the first for `ne`. Pointers
/// are excluded, because equal addresses may differ in provenance.
fn select_equal<'d>(condition: Value<'d>, a: Value<'d>, b: Value<'d>) -> Option<Value<'d>> {
    let compared = operands_of(condition, Opcode::ICmp)?;
    let both = matches!(*compared.as_slice(), [x, y] if (x, y) == (a, b) || (x, y) == (b, a));
    if !both || a.ty().scalar().kind() != TypeKind::Integer {
        return None;
    }
    match predicate(condition)? {
        Predicate::Eq => Some(b),
        Predicate::Ne => Some(a),
        _ => None,
    }
}

/// Returns whether a value is certainly neither poison nor `undef`.
fn is_not_poison(value: Value<'_>) -> bool {
    use ConstantKind::*;
    let number = matches!(value.kind(), ValueKind::Constant(Integer | WideInteger | Float | WideFloat | Null | Data));
    number || matches!(value.kind(), ValueKind::Global(_) | ValueKind::Instruction(Opcode::Freeze | Opcode::Alloca))
}

pub(super) fn freeze(a: Value<'_>) -> Option<Value<'_>> {
    is_not_poison(a).then_some(a)
}

pub(super) fn gep<'d>(shape: &Shape<'d>, base: Value<'d>, indices: &[Value<'d>]) -> Option<Value<'d>> {
    let ty = shape.instruction.ty();
    if base.is_poison() || indices.iter().any(|index| index.is_poison()) {
        return shape.draft.const_poison(ty).ok();
    }
    if base.is_undef() {
        return shape.draft.undef(ty).ok();
    }
    (base.ty() == ty && indices.iter().all(|index| index.is_zero())).then_some(base)
}

fn index_of(index: Value<'_>) -> Option<u64> {
    let is_number = matches!(index.kind(), ValueKind::Constant(ConstantKind::Integer));
    index.constant_row().filter(|_| is_number).map(|c| c.data)
}

/// Returns the element at an index, through insertions at other indices.
pub(super) fn extract_element<'d>(vector: Value<'d>, index: Value<'d>) -> Option<Value<'d>> {
    let draft = vector.draft();
    let element = vector.ty().scalar();
    if vector.is_poison() || index.is_undef() {
        return draft.const_poison(element).ok();
    }
    let (mut vector, mut place) = (vector, index_of(index));
    // A shuffle leads to one of its two vectors; each step goes one instruction up.
    for _ in 0..MOST_INSERTIONS {
        if vector.is_constant() {
            let at = place.and_then(|place| draft.const_int(draft.int_type(32).ok()?, &[place]).ok());
            return draft.fold_extract_element(vector, at.unwrap_or(index));
        }
        if let Some(operands) = operands_of(vector, Opcode::ShuffleVector) {
            let &[a, b, mask] = operands.as_slice() else { return None };
            let at = draft.const_int(draft.int_type(32).ok()?, &[place?]).ok()?;
            let taken = draft.fold_extract_element(mask, at)?;
            if taken.is_poison() {
                return draft.const_poison(element).ok();
            }
            let (count, taken) = (a.ty().size(), index_of(taken)?);
            (vector, place) = if taken < count { (a, Some(taken)) } else { (b, Some(taken - count)) };
            continue;
        }
        match *operands_of(vector, Opcode::InsertElement)?.as_slice() {
            [_, element, at] if place.map_or(at == index, |place| index_of(at) == Some(place)) => return Some(element),
            [below, _, at] if index_of(at).is_some_and(|at| place.is_some_and(|place| place != at)) => vector = below,
            _ => return None,
        }
    }
    None
}

pub(super) fn insert_element<'d>(
    shape: &Shape<'d>,
    vector: Value<'d>,
    element: Value<'d>,
    index: Value<'d>,
) -> Option<Value<'d>> {
    let ty = shape.instruction.ty();
    let beyond = || ty.kind() == TypeKind::Vector && index_of(index).is_some_and(|at| at >= ty.size());
    if index.is_undef() || beyond() {
        return shape.draft.const_poison(ty).ok();
    }
    if element.is_poison() {
        return Some(vector);
    }
    let taken = operands_of(element, Opcode::ExtractElement)?;
    (taken == [vector, index]).then_some(vector)
}

/// Returns the vector of which a shuffle is the identity.
pub(super) fn shuffle<'d>(shape: &Shape<'d>, a: Value<'d>, b: Value<'d>, mask: Value<'d>) -> Option<Value<'d>> {
    let ty = shape.instruction.ty();
    if ty != a.ty() || ty.kind() != TypeKind::Vector || ty.size() > 1 << 12 {
        return None;
    }
    let number = shape.draft.int_type(32).ok()?;
    let (mut of_a, mut of_b) = (true, true);
    for i in 0..ty.size() {
        let at = shape.draft.const_int(number, &[i]).ok()?;
        let taken = index_of(shape.draft.fold_extract_element(mask, at)?)?;
        of_a &= taken == i;
        of_b &= taken == i + ty.size();
    }
    if of_a { Some(a) } else { of_b.then_some(b) }
}

/// Returns the part that was inserted at the same indices, through insertions at other indices.
pub(super) fn extract_value<'d>(shape: &Shape<'d>, aggregate: Value<'d>) -> Option<Value<'d>> {
    let wanted = shape.indices(1);
    let mut aggregate = aggregate;
    for _ in 0..MOST_INSERTIONS {
        if aggregate.is_constant() {
            return shape.draft.fold_extract_value(aggregate, &wanted);
        }
        let &[below, part] = operands_of(aggregate, Opcode::InsertValue)?.as_slice() else { return None };
        let at = indices(aggregate, 2);
        let common = at.len().min(wanted.len());
        if at.get(..common) != wanted.get(..common) {
            aggregate = below;
            continue;
        }
        return (at.len() == wanted.len()).then_some(part);
    }
    None
}

pub(super) fn insert_value<'d>(shape: &Shape<'d>, aggregate: Value<'d>, part: Value<'d>) -> Option<Value<'d>> {
    if part.is_poison() || part.is_undef() && aggregate.is_undef() && !aggregate.is_poison() {
        return Some(aggregate);
    }
    let from = operands_of(part, Opcode::ExtractValue)?.first().copied()?;
    let same = from.ty() == aggregate.ty() && indices(part, 1) == shape.indices(2);
    let fits = aggregate.is_poison() || from == aggregate;
    (same && fits).then_some(from)
}

/// Returns the only value of a phi, apart from itself and poison.
pub(super) fn phi<'d>(shape: &Shape<'d>, values: &[Value<'d>]) -> Option<Value<'d>> {
    let (mut only, mut poison, mut undef) = (None, false, false);
    for &value in values.iter().filter(|value| **value != shape.instruction) {
        match () {
            () if value.is_poison() => poison = true,
            () if value.is_undef() => undef = true,
            () if only.is_none_or(|only| only == value) => only = Some(value),
            () => return None,
        }
    }
    let ty = shape.instruction.ty();
    let everywhere = |value: &Value<'d>| value.opcode().is_none();
    match only {
        None if undef => shape.draft.undef(ty).ok(),
        None => shape.draft.const_poison(ty).ok(),
        Some(value) if undef => Some(value).filter(|value| everywhere(value) && is_not_poison(*value)),
        Some(value) if poison => Some(value).filter(everywhere),
        Some(value) => Some(value),
    }
}
