//! Arithmetic with overflow detection, and three-way comparison.
//!
//! Overflow is detected by comparisons: `OpIAddCarry` and similar instructions return a structure with a carry as wide
//! as the number, which would have to be extracted and compared anyway, and have no signed forms.

use crate::binary::Id;
use crate::concepts::base::emit::{self, ext, op};
use crate::concepts::base::pair::Pair;
use crate::concepts::base::{constants, types};
use crate::error::Result;
use crate::llvm::Value;
use crate::state::Forward;
use ::spirv::{Op, OpenClStd as Cl};

/// `llvm.uadd.with.overflow`: a sum that wraps is below its parts.
pub fn add_unsigned<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    let p = Pair::of(f, inst)?;
    let sum = op(f, Op::IAdd, p.ty, &[p.a, p.b])?;
    let overflow = op(f, Op::ULessThan, p.boolean, &[sum, p.a])?;
    emit::define_pair(f, inst, sum, overflow)
}

/// Translates `llvm.sadd.with.overflow`: on overflow the sum's sign differs from that of both operands.
pub fn add_signed<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    let p = Pair::of(f, inst)?;
    let sum = op(f, Op::IAdd, p.ty, &[p.a, p.b])?;
    let a = op(f, Op::BitwiseXor, p.ty, &[p.a, sum])?;
    let b = op(f, Op::BitwiseXor, p.ty, &[p.b, sum])?;
    let overflow = p.both_negative(f, a, b)?;
    emit::define_pair(f, inst, sum, overflow)
}

/// `llvm.usub.with.overflow`.
pub fn subtract_unsigned<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    let p = Pair::of(f, inst)?;
    let difference = op(f, Op::ISub, p.ty, &[p.a, p.b])?;
    let overflow = op(f, Op::ULessThan, p.boolean, &[p.a, p.b])?;
    emit::define_pair(f, inst, difference, overflow)
}

/// Translates `llvm.ssub.with.overflow`: on overflow the operands differ in sign, and the difference has not the sign of the first.
pub fn subtract_signed<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    let p = Pair::of(f, inst)?;
    let difference = op(f, Op::ISub, p.ty, &[p.a, p.b])?;
    let parts = op(f, Op::BitwiseXor, p.ty, &[p.a, p.b])?;
    let result = op(f, Op::BitwiseXor, p.ty, &[p.a, difference])?;
    let overflow = p.both_negative(f, parts, result)?;
    emit::define_pair(f, inst, difference, overflow)
}

/// `llvm.umul.with.overflow`: the upper half is not 0.
pub fn multiply_unsigned<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    let p = Pair::of(f, inst)?;
    let low = op(f, Op::IMul, p.ty, &[p.a, p.b])?;
    let high = ext(f, Cl::u_mul_hi, p.ty, &[p.a, p.b])?;
    let zero = constants::splat(f, p.shape, 0)?;
    let overflow = op(f, Op::INotEqual, p.boolean, &[high, zero])?;
    emit::define_pair(f, inst, low, overflow)
}

/// `llvm.smul.with.overflow`: the upper half is not the sign of the lower one.
pub fn multiply_signed<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    let p = Pair::of(f, inst)?;
    let low = op(f, Op::IMul, p.ty, &[p.a, p.b])?;
    let high = ext(f, Cl::s_mul_hi, p.ty, &[p.a, p.b])?;
    let last = constants::splat(f, p.shape, u64::from(p.shape.scalar().int_width()).saturating_sub(1))?;
    let sign = op(f, Op::ShiftRightArithmetic, p.ty, &[low, last])?;
    let overflow = op(f, Op::INotEqual, p.boolean, &[high, sign])?;
    emit::define_pair(f, inst, low, overflow)
}

/// Translates `llvm.ushl.sat`: a number that shifting back does not restore was too large.
pub fn shift_unsigned_saturated<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    let p = Pair::of(f, inst)?;
    let limit = constants::splat(f, p.shape, u64::MAX)?;
    shift_saturated(f, inst, &p, Op::ShiftRightLogical, limit)
}

/// Translates `llvm.sshl.sat` like [`shift_unsigned_saturated`], with a limit that depends on the sign.
pub fn shift_signed_saturated<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    let p = Pair::of(f, inst)?;
    let top = 1u64.checked_shl(p.shape.scalar().int_width().saturating_sub(1)).unwrap_or(0);
    let (lowest, highest) = (constants::splat(f, p.shape, top)?, constants::splat(f, p.shape, top.wrapping_sub(1))?);
    let zero = constants::splat(f, p.shape, 0)?;
    let negative = op(f, Op::SLessThan, p.boolean, &[p.a, zero])?;
    let limit = op(f, Op::Select, p.ty, &[negative, lowest, highest])?;
    shift_saturated(f, inst, &p, Op::ShiftRightArithmetic, limit)
}

fn shift_saturated<'m>(f: &mut Forward<'m>, inst: Value<'m>, p: &Pair<'m>, back: Op, limit: Id) -> Result<()> {
    let shifted = op(f, Op::ShiftLeftLogical, p.ty, &[p.a, p.b])?;
    let restored = op(f, back, p.ty, &[shifted, p.b])?;
    let fits = op(f, Op::IEqual, p.boolean, &[restored, p.a])?;
    f.define(inst, Op::Select, p.ty, &[fits, shifted, limit]).map(drop)
}

/// `llvm.ucmp`.
pub fn compare_unsigned<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    compare(f, inst, Op::ULessThan, Op::UGreaterThan)
}

/// `llvm.scmp`.
pub fn compare_signed<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    compare(f, inst, Op::SLessThan, Op::SGreaterThan)
}

/// Emits a comparison with the result -1, 0 or 1.
fn compare<'m>(f: &mut Forward<'m>, inst: Value<'m>, less: Op, greater: Op) -> Result<()> {
    let p = Pair::of(f, inst)?;
    let ty = types::forward(f, inst.ty())?;
    let (minus, one) = (constants::splat(f, inst.ty(), u64::MAX)?, constants::splat(f, inst.ty(), 1)?);
    let zero = constants::splat(f, inst.ty(), 0)?;
    let greater = op(f, greater, p.boolean, &[p.a, p.b])?;
    let positive = op(f, Op::Select, ty, &[greater, one, zero])?;
    let less = op(f, less, p.boolean, &[p.a, p.b])?;
    f.define(inst, Op::Select, ty, &[less, minus, positive]).map(drop)
}
