//! Intrinsics that create vectors of numbers or search them: step vectors, masks of lanes, the first set lane, partial
//! sums.

use super::super::rewrite::Rewriter;
use super::arguments::argument;
use crate::error::{Code, Error, Result};
use crate::llvm::{Opcode as O, Predicate as P, Type, Value};

/// Returns the vector 0, 1, 2 and so on; numbers that do not fit are truncated.
pub fn steps<'m>(w: &Rewriter<'m>, ty: Type<'m>) -> Result<Value<'m>> {
    let (scalar, bits) = (ty.scalar(), ty.scalar().int_width());
    let cut = |lane: u64| if bits < 64 { lane & ((1 << bits) - 1) } else { lane };
    let lanes = (0..ty.count()).map(|lane| w.emit.context.const_int(scalar, cut(lane)));
    w.emit.context.const_vector(&lanes.collect::<Result<Vec<_>>>()?)
}

/// Lowers `get.active.lane.mask`: lane `i` is set if `first + i`, computed without overflow, is below the end.
pub fn lane_mask<'m>(w: &mut Rewriter<'m>, inst: Value<'m>) -> Result<Value<'m>> {
    let (first, end) = (argument(inst, 0)?, argument(inst, 1)?);
    let ty = w.emit.context.vector_type(first.ty(), inst.ty().count() as u32)?;
    let [first, end] = [splat(w, first, ty)?, splat(w, end, ty)?];
    let numbers = steps(w, ty)?;
    let sum = w.emit.builder.call_intrinsic("llvm.uadd.sat", ty, &[first, numbers]);
    let sum = w.made(sum)?;
    let below = w.emit.builder.compare_int(P::Ult, sum, end);
    w.made(below)
}

/// Returns a vector with a value in all lanes.
pub fn splat<'m>(w: &mut Rewriter<'m>, scalar: Value<'m>, ty: Type<'m>) -> Result<Value<'m>> {
    let mut vector = w.emit.context.poison(ty)?;
    for lane in 0..ty.count() as u32 {
        let inserted = w.emit.builder.insert_element(vector, scalar, w.emit.index(lane)?);
        vector = w.made(inserted)?;
    }
    Ok(vector)
}

/// Lowers `experimental.cttz.elts`: the index of the first lane that is not zero; the number of lanes if there is none.
pub fn first_lane<'m>(w: &mut Rewriter<'m>, inst: Value<'m>) -> Result<Value<'m>> {
    let vector = argument(inst, 0)?;
    let none = w.emit.context.const_int(inst.ty(), vector.ty().count())?;
    first_set(w, vector, none)
}

/// Returns the index of the first lane that is not zero, or `none`.
pub fn first_set<'m>(w: &mut Rewriter<'m>, vector: Value<'m>, none: Value<'m>) -> Result<Value<'m>> {
    let (ty, mut first) = (none.ty(), none);
    let zero = w.emit.context.const_null(vector.ty().scalar())?;
    for lane in (0..vector.ty().count() as u32).rev() {
        let element = w.emit.builder.extract_element(vector, w.emit.index(lane)?);
        let element = w.made(element)?;
        let is_set = w.emit.builder.compare_int(P::Ne, element, zero);
        let is_set = w.made(is_set)?;
        let here = w.emit.context.const_int(ty, lane.into())?;
        let chosen = w.emit.builder.select(is_set, here, first);
        first = w.made(chosen)?;
    }
    Ok(first)
}

/// Lowers a partial reduction: adds subvectors as long as the result, as LLVM leaves the grouping of lanes unspecified.
pub fn partial_sum<'m>(w: &mut Rewriter<'m>, inst: Value<'m>, op: O) -> Result<Value<'m>> {
    let (mut sum, long) = (argument(inst, 0)?, argument(inst, 1)?);
    let (count, all) = (inst.ty().count() as i32, long.ty().count() as i32);
    if count == 0 || all % count != 0 {
        return Err(Error::of(Code::BuiltinCall, "a partial sum of a length that does not divide that of the vector"));
    }
    let nothing = w.emit.context.poison(long.ty())?;
    for start in (0..all).step_by(count as usize) {
        let mask: Vec<_> = (start..start + count).collect();
        let run = w.emit.builder.shuffle_vector(long, nothing, &mask);
        let run = w.made(run)?;
        let added = w.emit.builder.binary(op, sum, run);
        sum = w.made(added)?;
    }
    Ok(sum)
}
