//! `llvm.vp.*`: operations in which only some lanes are active: those that the mask enables, below the explicit length.
//! The results of inactive lanes are poison. So the plain operation computes all lanes; where an inactive lane could
//! trap, it gets a harmless operand.

use super::super::casts::address_type;
use super::super::rewrite::Rewriter;
use super::arguments::{argument, unsupported};
use super::{constrained, vectors};
use crate::concepts::intrinsics::rows;
use crate::conventions::rules::{Combine, Neutral, Plain, PredicatedStore};
use crate::error::{Code, Error, Result};
use crate::llvm::{AttributeKind, AttributePlace, Opcode as O, Predicate as P, Type, Value};

/// Lowers a predicated operation with a result.
pub fn value<'m>(w: &mut Rewriter<'m>, inst: Value<'m>, name: &str, plain: Plain) -> Result<Value<'m>> {
    let arguments = arguments(inst)?;
    let a = *arguments.first().ok_or_else(|| unsupported(inst))?;
    let second = || arguments.get(1).copied().ok_or_else(|| unsupported(inst));
    let made = match plain {
        Plain::Binary(op) => w.emit.builder.binary(op, a, second()?),
        Plain::Division(op) => {
            let (ones, active) = (w.emit.repeated_int(inst.ty(), 1)?, active(w, inst)?);
            let divisor = w.emit.builder.select(active, second()?, ones);
            let divisor = w.made(divisor)?;
            w.emit.builder.binary(op, a, divisor)
        }
        Plain::Cast(op) => w.emit.builder.cast(op, a, inst.ty()),
        Plain::Negation => w.emit.builder.fneg(a),
        Plain::Comparison => compare(w, inst),
        Plain::Select => w.emit.builder.select(a, second()?, argument(inst, 2)?),
        Plain::Merge => {
            let within = within(w, argument(inst, 3)?, inst.ty().count())?;
            let chosen = w.emit.builder.binary(O::And, a, within);
            let chosen = w.made(chosen)?;
            w.emit.builder.select(chosen, second()?, argument(inst, 2)?)
        }
        Plain::Load(masked) => return load(w, inst, masked),
        Plain::StridedLoad => return strided_load(w, inst),
        Plain::FirstLane => return first_lane(w, inst),
        Plain::Reverse => return reversed(w, inst),
        Plain::Splice => return spliced(w, inst),
        Plain::Reduce(whole, neutral, combine) => return reduce(w, inst, whole, neutral, combine),
        Plain::ReduceFrom(whole, neutral) => return reduce_from(w, inst, whole, neutral),
        Plain::Intrinsic(plain) => w.emit.builder.call_intrinsic(plain, inst.ty(), &[a]),
        Plain::Named => {
            let plain = rows::plain(name).ok_or_else(|| unsupported(inst))?;
            w.emit.builder.call_intrinsic(&plain, inst.ty(), &arguments)
        }
    }?;
    if inst.fast_math() != 0 && made.is_instruction() && inst.ty().scalar().is_float() {
        made.set_fast_math(inst.fast_math())?;
    }
    w.made(Ok(made))
}

/// Lowers `llvm.vp.store`, `llvm.vp.scatter` and `llvm.experimental.vp.strided.store` to a masked store or scatter.
pub fn store<'m>(w: &mut Rewriter<'m>, inst: Value<'m>, kind: PredicatedStore) -> Result<()> {
    let v = argument(inst, 0)?;
    let masked = if kind == PredicatedStore::Row { "llvm.masked.store" } else { "llvm.masked.scatter" };
    let place = if kind == PredicatedStore::Strided { strided(w, inst, 1)? } else { argument(inst, 1)? };
    let active = active(w, inst)?;
    let call = w.emit.builder.call_intrinsic(masked, w.emit.context.void_type(), &[v, place, active])?;
    align(w, inst, call, 1, v.ty().scalar())?;
    w.made(Ok(call))?;
    Ok(())
}

/// Returns the arguments of a call without the mask and the length.
fn arguments(inst: Value<'_>) -> Result<Vec<Value<'_>>> {
    let mut arguments: Vec<_> = inst.call_args().collect();
    let rest = arguments.len().checked_sub(2).ok_or_else(|| unsupported(inst))?;
    arguments.truncate(rest);
    Ok(arguments)
}

/// Returns the mask of the active lanes. The mask and the length are the last two arguments of the call.
pub fn active<'m>(w: &mut Rewriter<'m>, inst: Value<'m>) -> Result<Value<'m>> {
    let last = inst.call_arg_count().checked_sub(1).ok_or_else(|| unsupported(inst))?;
    let (mask, length) = (argument(inst, last - 1)?, argument(inst, last)?);
    let within = within(w, length, mask.ty().count())?;
    let both = w.emit.builder.binary(O::And, mask, within);
    w.made(both)
}

/// Returns the mask of the lanes below a length.
fn within<'m>(w: &mut Rewriter<'m>, length: Value<'m>, count: u64) -> Result<Value<'m>> {
    let ty = w.emit.context.vector_type(length.ty(), count as u32)?;
    let (numbers, length) = (vectors::steps(w, ty)?, vectors::splat(w, length, ty)?);
    let below = w.emit.builder.compare_int(P::Ult, numbers, length);
    w.made(below)
}

fn compare<'m>(w: &Rewriter<'m>, inst: Value<'m>) -> Result<Value<'m>> {
    let (a, b) = (argument(inst, 0)?, argument(inst, 1)?);
    let predicate = argument(inst, 2)?.as_metadata().and_then(|text| text.as_string().map(str::to_owned));
    let predicate = predicate.ok_or_else(|| unsupported(inst))?;
    if a.ty().scalar().is_float() {
        let predicate = constrained::predicate(&predicate).ok_or_else(|| unsupported(inst))?;
        return w.emit.builder.compare_float(predicate, a, b);
    }
    let predicate = match predicate.as_str() {
        "eq" => P::Eq,
        "ne" => P::Ne,
        "ugt" => P::Ugt,
        "uge" => P::Uge,
        "ult" => P::Ult,
        "ule" => P::Ule,
        "sgt" => P::Sgt,
        "sge" => P::Sge,
        "slt" => P::Slt,
        "sle" => P::Sle,
        _ => return Err(unsupported(inst)),
    };
    w.emit.builder.compare_int(predicate, a, b)
}

/// Returns a vector of the neutral element of a reduction.
fn splat<'m>(w: &Rewriter<'m>, ty: Type<'m>, neutral: Neutral) -> Result<Value<'m>> {
    let bits = ty.scalar().int_width().max(ty.scalar().float_width());
    let words = bits.div_ceil(64) as usize;
    let sign = 1_u64 << ((bits - 1) % 64);
    let mut zeros = vec![0; words];
    let mut ones = vec![u64::MAX; words];
    let scalar = |words: &[u64]| w.emit.context.const_int_words(ty.scalar(), words);
    let float = |bits: u64| w.emit.context.const_float_bits(ty.scalar(), bits);
    // Of a float: infinity, by the bits of the exponent.
    let mantissa = match bits {
        16 => 10,
        32 => 23,
        _ => 52,
    };
    let infinity = (sign - 1) >> mantissa << mantissa;
    let scalar = match neutral {
        Neutral::Zero => w.emit.context.const_null(ty.scalar())?,
        Neutral::One => w.emit.context.const_int(ty.scalar(), 1)?,
        Neutral::Ones => scalar(&ones)?,
        Neutral::Greatest => {
            ones.last_mut().into_iter().for_each(|last| *last ^= sign);
            scalar(&ones)?
        }
        Neutral::Least => {
            zeros.last_mut().into_iter().for_each(|last| *last = sign);
            scalar(&zeros)?
        }
        Neutral::NegativeZero => float(sign)?,
        Neutral::FloatOne => float((sign >> 1) - (1 << mantissa))?,
        Neutral::Nan => float(infinity | 1 << (mantissa - 1))?,
        Neutral::Infinity => float(infinity)?,
        Neutral::NegativeInfinity => float(infinity | sign)?,
    };
    w.emit.repeated(scalar, ty)
}

/// Replaces the inactive lanes of a vector by the neutral element.
fn counted<'m>(w: &mut Rewriter<'m>, inst: Value<'m>, neutral: Neutral) -> Result<Value<'m>> {
    let (vector, active) = (argument(inst, 1)?, active(w, inst)?);
    let neutral = splat(w, vector.ty(), neutral)?;
    let chosen = w.emit.builder.select(active, vector, neutral);
    w.made(chosen)
}

/// Lowers a reduction by an intrinsic that takes the start value.
fn reduce_from<'m>(w: &mut Rewriter<'m>, inst: Value<'m>, whole: &str, neutral: Neutral) -> Result<Value<'m>> {
    let counted = counted(w, inst, neutral)?;
    let sum = w.emit.builder.call_intrinsic(whole, inst.ty(), &[argument(inst, 0)?, counted])?;
    if inst.fast_math() != 0 {
        sum.set_fast_math(inst.fast_math())?;
    }
    w.made(Ok(sum))
}

/// Lowers a reduction by an intrinsic, whose result is then combined with the start value.
fn reduce<'m>(
    w: &mut Rewriter<'m>,
    inst: Value<'m>,
    whole: &str,
    neutral: Neutral,
    combine: Combine,
) -> Result<Value<'m>> {
    let start = argument(inst, 0)?;
    let counted = counted(w, inst, neutral)?;
    let all = w.emit.builder.call_intrinsic(whole, inst.ty(), &[counted]);
    let all = w.made(all)?;
    let both = match combine {
        Combine::Instruction(op) => w.emit.builder.binary(op, start, all),
        Combine::Intrinsic(name) | Combine::Extreme(name, _) => {
            w.emit.builder.call_intrinsic(name, inst.ty(), &[start, all])
        }
    };
    w.made(both)
}

/// Copies the alignment of a pointer argument; without one, sets the alignment of the elements, which it implies.
pub fn align<'m>(w: &Rewriter<'m>, inst: Value<'m>, call: Value<'m>, index: u32, element: Type<'m>) -> Result<()> {
    let given = inst.int_attribute(AttributePlace::Param(index), AttributeKind::Align);
    let bytes = given.unwrap_or_else(|| w.module.layout().abi_alignment(element).unwrap_or(1).into());
    call.add_attribute(AttributePlace::Param(index), "align", bytes)
}

fn load<'m>(w: &mut Rewriter<'m>, inst: Value<'m>, name: &str) -> Result<Value<'m>> {
    let (active, nothing) = (active(w, inst)?, w.emit.context.poison(inst.ty())?);
    let call = w.emit.builder.call_intrinsic(name, inst.ty(), &[argument(inst, 0)?, active, nothing])?;
    align(w, inst, call, 0, inst.ty().scalar())?;
    w.made(Ok(call))
}

fn strided_load<'m>(w: &mut Rewriter<'m>, inst: Value<'m>) -> Result<Value<'m>> {
    let (places, active) = (strided(w, inst, 0)?, active(w, inst)?);
    let nothing = w.emit.context.poison(inst.ty())?;
    let call = w.emit.builder.call_intrinsic("llvm.masked.gather", inst.ty(), &[places, active, nothing])?;
    align(w, inst, call, 0, inst.ty().scalar())?;
    w.made(Ok(call))
}

/// Returns a vector of pointers at equal distances in bytes. The base is the argument `first`, and the stride is the
/// next argument.
fn strided<'m>(w: &mut Rewriter<'m>, inst: Value<'m>, first: u32) -> Result<Value<'m>> {
    let (base, stride, mask) = (argument(inst, first)?, argument(inst, first + 1)?, argument(inst, first + 2)?);
    let index = address_type(w, base.ty())?;
    let stride = if stride.ty() == index {
        stride
    } else {
        let op = if stride.ty().int_width() < index.int_width() { O::SExt } else { O::Trunc };
        let cast = w.emit.builder.cast(op, stride, index);
        w.made(cast)?
    };
    let ty = w.emit.context.vector_type(index, mask.ty().count() as u32)?;
    let (numbers, stride) = (vectors::steps(w, ty)?, vectors::splat(w, stride, ty)?);
    let offsets = w.emit.builder.binary(O::Mul, numbers, stride);
    let offsets = w.made(offsets)?;
    let places = w.emit.builder.gep(w.emit.context.int_type(8)?, base, &[offsets], false);
    w.made(places)
}

/// Returns the index of the first active lane that is not zero; the length if there is none.
fn first_lane<'m>(w: &mut Rewriter<'m>, inst: Value<'m>) -> Result<Value<'m>> {
    let (vector, length, active) = (argument(inst, 0)?, argument(inst, 3)?, active(w, inst)?);
    let zero = w.emit.context.const_null(vector.ty())?;
    let counted = w.emit.builder.select(active, vector, zero);
    let counted = w.made(counted)?;
    let none = match length.ty().int_width().cmp(&inst.ty().int_width()) {
        std::cmp::Ordering::Equal => length,
        order => {
            let op = if order.is_lt() { O::ZExt } else { O::Trunc };
            let cast = w.emit.builder.cast(op, length, inst.ty());
            w.made(cast)?
        }
    };
    vectors::first_set(w, counted, none)
}

/// Extracts `vector[index]`; an index out of range gives any lane.
fn lane_at<'m>(w: &mut Rewriter<'m>, vector: Value<'m>, index: Value<'m>) -> Result<Value<'m>> {
    let last = w.emit.context.const_int(index.ty(), vector.ty().count() - 1)?;
    let inside = w.emit.builder.call_intrinsic("llvm.umin", index.ty(), &[index, last]);
    let inside = w.made(inside)?;
    let element = w.emit.builder.extract_element(vector, inside);
    w.made(element)
}

/// Returns the lanes below the length in reverse order.
fn reversed<'m>(w: &mut Rewriter<'m>, inst: Value<'m>) -> Result<Value<'m>> {
    let (vector, length) = (argument(inst, 0)?, argument(inst, 2)?);
    let mut result = w.emit.context.poison(inst.ty())?;
    for lane in 0..inst.ty().count() as u32 {
        let behind = w.emit.context.const_int(length.ty(), u64::from(lane) + 1)?;
        let index = w.emit.builder.binary(O::Sub, length, behind);
        let index = w.made(index)?;
        let element = lane_at(w, vector, index)?;
        let inserted = w.emit.builder.insert_element(result, element, w.emit.index(lane)?);
        result = w.made(inserted)?;
    }
    Ok(result)
}

/// Lowers a splice: the lanes of the first vector from an offset up to its length, followed by those of the second
/// vector.
fn spliced<'m>(w: &mut Rewriter<'m>, inst: Value<'m>) -> Result<Value<'m>> {
    let [first, second, length] = [argument(inst, 0)?, argument(inst, 1)?, argument(inst, 4)?];
    let start = argument(inst, 2)?
        .int_signed()
        .ok_or_else(|| Error::of(Code::BuiltinCall, "an index that must be a constant is none"))?;
    let mut result = w.emit.context.poison(inst.ty())?;
    for lane in 0..i64::from(inst.ty().count() as u32) {
        let number = |number: i64| w.emit.context.const_int(length.ty(), u64::from((number as i32).cast_unsigned()));
        // From the end of what counts, where the start is negative.
        let (base, distance) = (if start < 0 { length } else { number(0)? }, number(start + lane)?);
        let index = w.emit.builder.binary(O::Add, base, distance);
        let index = w.made(index)?;
        let beyond = w.emit.builder.binary(O::Sub, index, length);
        let beyond = w.made(beyond)?;
        let (left, right) = (lane_at(w, first, index)?, lane_at(w, second, beyond)?);
        let is_first = w.emit.builder.compare_int(P::Ult, index, length);
        let is_first = w.made(is_first)?;
        let element = w.emit.builder.select(is_first, left, right);
        let element = w.made(element)?;
        let inserted = w.emit.builder.insert_element(result, element, w.emit.index(lane as u32)?);
        result = w.made(inserted)?;
    }
    Ok(result)
}
