//! Intrinsics on the lanes that a mask enables (packed together, the last one, or counters in memory), and masks of
//! lanes without dependences through memory.

use super::super::casts::address_type;
use super::super::rewrite::Rewriter;
use super::arguments::{argument, several, unsupported};
use super::{masked, vectors};
use crate::error::Result;
use crate::llvm::{Opcode as O, Predicate as P, Type, Value};

/// Lowers `vector.compress`: the lanes that the mask enables, in order, followed by the remaining lanes of the third
/// argument.
pub fn compressed<'m>(w: &mut Rewriter<'m>, inst: Value<'m>) -> Result<Value<'m>> {
    let (vector, mask, mut result) = (argument(inst, 0)?, argument(inst, 1)?, argument(inst, 2)?);
    let mut next = w.emit.index(0)?;
    for lane in 0..vector.ty().count() as u32 {
        let (element, chosen) = (masked::lane_of(w, vector, lane)?, masked::lane_of(w, mask, lane)?);
        let put = w.emit.builder.insert_element(result, element, next);
        let put = w.made(put)?;
        let with_it = w.emit.builder.select(chosen, put, result);
        result = w.made(with_it)?;
        let one = w.emit.builder.cast(O::ZExt, chosen, next.ty());
        let one = w.made(one)?;
        let sum = w.emit.builder.binary(O::Add, next, one);
        next = w.made(sum)?;
    }
    Ok(result)
}

/// Lowers `vector.extract.last.active`: the last lane that the mask enables; the third argument if there is none.
pub fn last<'m>(w: &mut Rewriter<'m>, inst: Value<'m>) -> Result<Value<'m>> {
    let (vector, mask, mut result) = (argument(inst, 0)?, argument(inst, 1)?, argument(inst, 2)?);
    for lane in 0..vector.ty().count() as u32 {
        let (element, chosen) = (masked::lane_of(w, vector, lane)?, masked::lane_of(w, mask, lane)?);
        let here = w.emit.builder.select(chosen, element, result);
        result = w.made(here)?;
    }
    Ok(result)
}

/// Lowers `vector.match`: the mask of the enabled lanes whose value is also a lane of the second argument.
pub fn matching<'m>(w: &mut Rewriter<'m>, inst: Value<'m>) -> Result<Value<'m>> {
    let (vector, set, mask) = (argument(inst, 0)?, argument(inst, 1)?, argument(inst, 2)?);
    let mut found = w.emit.context.const_null(inst.ty())?;
    for lane in 0..set.ty().count() as u32 {
        let element = masked::lane_of(w, set, lane)?;
        let element = vectors::splat(w, element, vector.ty())?;
        let same = w.emit.builder.compare_int(P::Eq, vector, element);
        let same = w.made(same)?;
        let either = w.emit.builder.binary(O::Or, found, same);
        found = w.made(either)?;
    }
    let nothing = w.emit.context.const_null(inst.ty())?;
    let asked = w.emit.builder.select(mask, found, nothing);
    w.made(asked)
}

/// Lowers `get.vector.length` to umin(remaining, VF) for a fixed VF.
pub fn length<'m>(w: &mut Rewriter<'m>, inst: Value<'m>) -> Result<Value<'m>> {
    let (mut left, most) = (argument(inst, 0)?, argument(inst, 1)?);
    if argument(inst, 2)?.int_value() != Some(0) {
        return Err(unsupported(inst));
    }
    if left.ty().int_width() < 32 {
        let wide = w.emit.builder.cast(O::ZExt, left, inst.ty());
        left = w.made(wide)?;
    }
    let most = w.emit.context.const_int(left.ty(), most.int_value().unwrap_or_default())?;
    let fewer = w.emit.builder.compare_int(P::Ult, left, most);
    let fewer = w.made(fewer)?;
    let least = w.emit.builder.select(fewer, left, most);
    let least = w.made(least)?;
    if left.ty() == inst.ty() {
        return Ok(least);
    }
    let short = w.emit.builder.cast(O::Trunc, least, inst.ty());
    w.made(short)
}

/// Lowers `loop.dependence.war.mask` and `loop.dependence.raw.mask`: all lanes are set if no lane depends on another
/// through memory, given the distance of the two pointers; otherwise the lanes whose offset is below the distance.
pub fn independent<'m>(w: &mut Rewriter<'m>, inst: Value<'m>, is_after_write: bool) -> Result<Value<'m>> {
    let (first, second, size) = (argument(inst, 0)?, argument(inst, 1)?, argument(inst, 2)?);
    let ty = w.emit.context.int_type(64)?;
    let [first, second] = [address(w, first, ty)?, address(w, second, ty)?];
    let mut distance = w.emit.builder.binary(O::Sub, second, first)?;
    let zero = w.emit.int(ty, 0)?;
    if is_after_write {
        let negative = w.emit.builder.binary(O::Sub, zero, distance)?;
        let is_behind = w.emit.builder.compare_int(P::Slt, distance, zero)?;
        distance = w.emit.builder.select(is_behind, negative, distance)?;
    }
    // Of a distance after a write, which is not below zero, zero is asked for.
    let is_free = w.emit.builder.compare_int(P::Sle, distance, zero)?;
    let size = size.int_value().unwrap_or_default();
    let mut mask = w.emit.context.poison(inst.ty())?;
    for lane in 0..inst.ty().count() as u32 {
        let start = w.emit.int(ty, size.wrapping_mul(lane.into()))?;
        let is_before = w.emit.builder.compare_int(P::Slt, start, distance)?;
        let bit = w.emit.builder.binary(O::Or, is_free, is_before)?;
        let inserted = w.emit.builder.insert_element(mask, bit, w.emit.index(lane)?);
        mask = w.made(inserted)?;
    }
    Ok(mask)
}

/// Converts a pointer to an integer of 64 bits.
fn address<'m>(w: &Rewriter<'m>, pointer: Value<'m>, ty: Type<'m>) -> Result<Value<'m>> {
    let own = address_type(w, pointer.ty())?;
    let number = w.emit.builder.cast(O::PtrToInt, pointer, own)?;
    w.emit.cast(O::ZExt, number, ty)
}

/// Lowers `llvm.vp.load.ff`: loads no more than the first lane, which is always allowed, and returns the number of
/// loaded lanes.
pub fn first_load<'m>(w: &mut Rewriter<'m>, inst: Value<'m>) -> Result<Vec<Value<'m>>> {
    let active = super::predicated::active(w, inst)?;
    let (pointer, length) = (argument(inst, 0)?, argument(inst, 2)?);
    let ty = inst.ty().field(0).ok_or_else(|| unsupported(inst))?;
    let first = masked::lane_of(w, active, 0)?;
    let none = w.emit.context.const_null(active.ty())?;
    let mask = w.emit.builder.insert_element(none, first, w.emit.index(0)?);
    let mask = w.made(mask)?;
    let nothing = w.emit.context.poison(ty)?;
    let call = w.emit.builder.call_intrinsic("llvm.masked.load", ty, &[pointer, mask, nothing])?;
    super::predicated::align(w, inst, call, 0, ty.scalar())?;
    let loaded = w.made(Ok(call))?;
    let (zero, one) = (w.emit.index(0)?, w.emit.index(1)?);
    let is_none = w.emit.builder.compare_int(P::Eq, length, zero)?;
    let count = w.emit.builder.select(is_none, zero, one)?;
    let members = vec![w.expanded(loaded)?.to_vec(), vec![count]];
    several(w, inst, members)
}

/// `llvm.experimental.vector.histogram.*`, one lane after the other: pointers may be equal.
pub fn count<'m>(w: &mut Rewriter<'m>, inst: Value<'m>, intrinsic: Option<&str>) -> Result<()> {
    let (pointers, by, mask) = (argument(inst, 0)?, argument(inst, 1)?, argument(inst, 2)?);
    masked::require_bytes(w, inst, by.ty())?;
    let alignment = w.module.layout().abi_alignment(by.ty()).unwrap_or(1);
    for lane in 0..pointers.ty().count() as u32 {
        let (pointer, chosen) = (masked::lane_of(w, pointers, lane)?, masked::lane_of(w, mask, lane)?);
        let old = masked::load_one(w, pointer, chosen, by, alignment)?;
        let new = match intrinsic {
            Some(name) => w.emit.builder.call_intrinsic(name, by.ty(), &[old, by]),
            None => w.emit.builder.binary(O::Add, old, by),
        };
        let new = w.made(new)?;
        masked::store_one(w, pointer, chosen, new, alignment)?;
    }
    Ok(())
}
