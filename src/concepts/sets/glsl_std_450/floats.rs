//! Floating-point intrinsics that are several instructions in shaders.

use super::emit::{self, check_width, ext};
use crate::binary::Id;
use crate::concepts::base::emit::{arg, argument, boolean, define_pair, equal_numbers, integers, member, op};
use crate::concepts::base::{constants, types};
use crate::concepts::intrinsics::{floats as common, reductions};
use crate::error::{Code, Error, Result};
use crate::llvm::{Type, TypeKind, Value};
use crate::state::Forward;
use ::spirv::{GlslStd450 as Gl, Op};

/// Emits the operands of the `OpSelect` that rounds to an integer with halves away from zero, a case that `Round` leaves open.
fn rounded<'m>(f: &mut Forward<'m>, shape: Type<'m>, x: Id) -> Result<(Id, [Id; 3])> {
    let (ty, boolean) = (types::forward(f, shape)?, boolean(f, shape)?);
    let half = constants::float_splat(f, shape, 0.5)?;
    let whole = ext(f, Gl::Trunc, ty, &[x])?;
    let rest = op(f, Op::FSub, ty, &[x, whole])?;
    let distance = ext(f, Gl::FAbs, ty, &[rest])?;
    let is_far = op(f, Op::FOrdGreaterThanEqual, boolean, &[distance, half])?;
    let sign = ext(f, Gl::FSign, ty, &[x])?;
    let next = op(f, Op::FAdd, ty, &[whole, sign])?;
    Ok((ty, [is_far, next, whole]))
}

/// Translates `llvm.round`.
pub fn round<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    let x = arg(f, inst, 0)?;
    let (ty, operands) = rounded(f, inst.ty(), x)?;
    f.define(inst, Op::Select, ty, &operands).map(drop)
}

/// Translates `llvm.lround`.
pub fn lround<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    let (ty, x) = (types::forward(f, inst.ty())?, arg(f, inst, 0)?);
    let (from, operands) = rounded(f, argument(inst, 0)?.ty(), x)?;
    let whole = op(f, Op::Select, from, &operands)?;
    f.define(inst, Op::ConvertFToS, ty, &[whole]).map(drop)
}

/// Translates `llvm.lrint`.
pub fn lrint<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    let (ty, x) = (types::forward(f, inst.ty())?, arg(f, inst, 0)?);
    let from = types::forward(f, argument(inst, 0)?.ty())?;
    let whole = ext(f, Gl::RoundEven, from, &[x])?;
    f.define(inst, Op::ConvertFToS, ty, &[whole]).map(drop)
}

/// Translates `llvm.exp10`.
pub fn exp10<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    check_width(Gl::Pow, inst.ty())?;
    let x = arg(f, inst, 0)?;
    let ten = constants::float_splat(f, inst.ty(), 10.0)?;
    emit::define(f, inst, Gl::Pow, &[ten, x])
}

/// Translates `llvm.log10`.
pub fn log10<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    check_width(Gl::Log2, inst.ty())?;
    let (ty, x) = (types::forward(f, inst.ty())?, arg(f, inst, 0)?);
    let ten = constants::float_splat(f, inst.ty(), 10.0)?;
    let (of_number, of_ten) = (ext(f, Gl::Log2, ty, &[x])?, ext(f, Gl::Log2, ty, &[ten])?);
    f.define(inst, Op::FDiv, ty, &[of_number, of_ten]).map(drop)
}

/// Translates `llvm.copysign`.
pub fn copysign<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    let (shape, width) = (inst.ty(), inst.ty().scalar().float_width());
    let (magnitude, sign) = (arg(f, inst, 0)?, arg(f, inst, 1)?);
    let (ty, bits) = (types::forward(f, shape)?, integers(f, width, shape)?);
    let top = 1u64.checked_shl(width.saturating_sub(1)).unwrap_or_default();
    let (top_bit, others) =
        (constants::int_splat(f, shape, width, top)?, constants::int_splat(f, shape, width, top.wrapping_sub(1))?);
    let magnitude = op(f, Op::Bitcast, bits, &[magnitude])?;
    let magnitude = op(f, Op::BitwiseAnd, bits, &[magnitude, others])?;
    let sign = op(f, Op::Bitcast, bits, &[sign])?;
    let sign = op(f, Op::BitwiseAnd, bits, &[sign, top_bit])?;
    let both = op(f, Op::BitwiseOr, bits, &[magnitude, sign])?;
    f.define(inst, Op::Bitcast, ty, &[both]).map(drop)
}

/// Emits the operands of the `OpSelect` that is the minimum or maximum of two numbers: the other operand if one is a
/// NaN, and with -0 below +0.
fn number<'m>(f: &mut Forward<'m>, shape: Type<'m>, a: Id, b: Id, least: bool) -> Result<(Id, [Id; 3])> {
    let ty = types::forward(f, shape)?;
    let (equal, same) = equal_numbers(f, shape, a, b, least)?;
    let number = ext(f, if least { Gl::NMin } else { Gl::NMax }, ty, &[a, b])?;
    Ok((ty, [equal, same, number]))
}

/// Emits the operands of the `OpSelect` that is the minimum or maximum of two numbers: a NaN if one of them is.
fn or_nan<'m>(f: &mut Forward<'m>, shape: Type<'m>, a: Id, b: Id, least: bool) -> Result<(Id, [Id; 3])> {
    let (ty, operands) = number(f, shape, a, b, least)?;
    let boolean = boolean(f, shape)?;
    let number = op(f, Op::Select, ty, &operands)?;
    let (first, second) = (op(f, Op::IsNan, boolean, &[a])?, op(f, Op::IsNan, boolean, &[b])?);
    let nan = op(f, Op::LogicalOr, boolean, &[first, second])?;
    let sum = op(f, Op::FAdd, ty, &[a, b])?;
    Ok((ty, [nan, sum, number]))
}

/// Translates `llvm.minimumnum` and `llvm.maximumnum`.
pub fn extreme_number<'m>(f: &mut Forward<'m>, inst: Value<'m>, least: bool) -> Result<()> {
    let (a, b) = (arg(f, inst, 0)?, arg(f, inst, 1)?);
    let (ty, operands) = number(f, inst.ty(), a, b, least)?;
    f.define(inst, Op::Select, ty, &operands).map(drop)
}

/// Translates `llvm.minimum` and `llvm.maximum`.
pub fn extreme_or_nan<'m>(f: &mut Forward<'m>, inst: Value<'m>, least: bool) -> Result<()> {
    let (a, b) = (arg(f, inst, 0)?, arg(f, inst, 1)?);
    let (ty, operands) = or_nan(f, inst.ty(), a, b, least)?;
    f.define(inst, Op::Select, ty, &operands).map(drop)
}

/// Translates `llvm.vector.reduce.fminimum` and `llvm.vector.reduce.fmaximum`.
pub fn reduce_or_nan<'m>(f: &mut Forward<'m>, inst: Value<'m>, least: bool) -> Result<()> {
    let shape: Type<'m> = inst.ty();
    reductions::fold(f, inst, 0, |f, _, a, b| {
        let (ty, operands) = or_nan(f, shape, a, b, least)?;
        op(f, Op::Select, ty, &operands)
    })
}

/// Translates `llvm.ldexp`.
pub fn ldexp<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    // GLSL.std.450 takes integers of any width that the module may have.
    let exponent = argument(inst, 1)?.ty();
    let is_plain =
        exponent.is_vector() == inst.ty().is_vector() && [8, 16, 64].contains(&exponent.scalar().int_width());
    let (x, exponent) = (arg(f, inst, 0)?, if is_plain { arg(f, inst, 1)? } else { common::exponent(f, inst)? });
    emit::define(f, inst, Gl::Ldexp, &[x, exponent])
}

/// Translates `llvm.powi`: `Pow` takes no negative base, and 0 only with an exponent above 0.
pub fn powi<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    check_width(Gl::Pow, inst.ty())?;
    let shape = inst.ty();
    let (x, n) = (arg(f, inst, 0)?, common::exponent(f, inst)?);
    let (ty, words, boolean) = (types::forward(f, shape)?, integers(f, 32, shape)?, boolean(f, shape)?);
    let (zero, one) = (constants::int_splat(f, shape, 32, 0)?, constants::int_splat(f, shape, 32, 1)?);
    let (null, unit) = (constants::float_splat(f, shape, 0.0)?, constants::float_splat(f, shape, 1.0)?);
    let (base, count) = (ext(f, Gl::FAbs, ty, &[x])?, ext(f, Gl::SAbs, words, &[n])?);
    let power = op(f, Op::ConvertSToF, ty, &[count])?;
    let magnitude = ext(f, Gl::Pow, ty, &[base, power])?;
    let lowest = op(f, Op::BitwiseAnd, words, &[n, one])?;
    let (is_uneven, is_below) =
        (op(f, Op::INotEqual, boolean, &[lowest, zero])?, op(f, Op::FOrdLessThan, boolean, &[x, null])?);
    let is_negative = op(f, Op::LogicalAnd, boolean, &[is_uneven, is_below])?;
    let negated = op(f, Op::FNegate, ty, &[magnitude])?;
    let product = op(f, Op::Select, ty, &[is_negative, negated, magnitude])?;
    let inverse = op(f, Op::FDiv, ty, &[unit, product])?;
    let is_inverse = op(f, Op::SLessThan, boolean, &[n, zero])?;
    let result = op(f, Op::Select, ty, &[is_inverse, inverse, product])?;
    let is_empty = op(f, Op::IEqual, boolean, &[n, zero])?;
    f.define(inst, Op::Select, ty, &[is_empty, unit, result]).map(drop)
}

/// Translates `llvm.sincos`.
pub fn sincos<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    let x = arg(f, inst, 0)?;
    both(f, inst, x)
}

/// Translates `llvm.sincospi`: the angle in half turns, times 180, is one in degrees.
pub fn sincospi<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    let shape = member(inst, 0)?;
    check_width(Gl::Radians, shape)?;
    let (ty, x) = (types::forward(f, shape)?, arg(f, inst, 0)?);
    let half_turn = constants::float_splat(f, shape, 180.0)?;
    let degrees = op(f, Op::FMul, ty, &[x, half_turn])?;
    let angle = ext(f, Gl::Radians, ty, &[degrees])?;
    both(f, inst, angle)
}

fn both<'m>(f: &mut Forward<'m>, inst: Value<'m>, angle: Id) -> Result<()> {
    check_width(Gl::Sin, member(inst, 0)?)?;
    let ty = types::forward(f, member(inst, 0)?)?;
    let (sine, cosine) = (ext(f, Gl::Sin, ty, &[angle])?, ext(f, Gl::Cos, ty, &[angle])?);
    define_pair(f, inst, sine, cosine)
}

/// Translates `llvm.fptosi.sat` and `llvm.fptoui.sat`: numbers outside of the range are found by comparisons with its ends.
pub fn saturated<'m>(f: &mut Forward<'m>, inst: Value<'m>, is_signed: bool) -> Result<()> {
    let (shape, from) = (inst.ty(), argument(inst, 0)?.ty());
    let bits = shape.scalar().int_width();
    let exponent = if is_signed { bits.saturating_sub(1) } else { bits };
    let x = arg(f, inst, 0)?;
    let (ty, boolean) = (types::forward(f, shape)?, boolean(f, shape)?);
    let (end, zero) = (power_of_two(f, from, exponent, false)?, constants::splat(f, shape, 0)?);
    let start = if is_signed { power_of_two(f, from, exponent, true)? } else { constants::float_splat(f, from, 0.0)? };
    let greatest = u64::MAX.checked_shr(64u32.saturating_sub(exponent)).unwrap_or_default();
    let most = constants::splat(f, shape, greatest)?;
    let least = if is_signed { constants::splat(f, shape, !greatest)? } else { zero };
    let within = op(f, if is_signed { Op::ConvertFToS } else { Op::ConvertFToU }, ty, &[x])?;
    let below = op(f, Op::FOrdLessThanEqual, boolean, &[x, start])?;
    let low = op(f, Op::Select, ty, &[below, least, within])?;
    let above = op(f, Op::FOrdGreaterThanEqual, boolean, &[x, end])?;
    let high = op(f, Op::Select, ty, &[above, most, low])?;
    let nan = op(f, Op::IsNan, boolean, &[x])?;
    f.define(inst, Op::Select, ty, &[nan, zero, high]).map(drop)
}

/// Returns a power of two in the type `shape`, or infinity if the type has none so large.
fn power_of_two<'m>(f: &mut Forward<'m>, shape: Type<'m>, exponent: u32, negative: bool) -> Result<Id> {
    let scalar = shape.scalar();
    let (bias, fraction) = match scalar.kind() {
        TypeKind::Half => (15_u64, 10),
        TypeKind::Float => (127, 23),
        TypeKind::Double => (1023, 52),
        _ => return Err(Error::of(Code::Intrinsic, format!("saturated conversions of {shape}"))),
    };
    let biased = (u64::from(exponent) + bias).min(2 * bias + 1);
    let sign = u64::from(negative) << scalar.float_width().saturating_sub(1);
    let bits = sign | biased << fraction;
    let ty = types::forward(f, scalar)?;
    let words = [bits as u32, (bits >> 32) as u32];
    let words = if scalar.float_width() > 32 { &words[..] } else { &words[..1] };
    let component = f.spv.unique_constant(Op::Constant, ty, words)?;
    if !shape.is_vector() {
        return Ok(component);
    }
    let vector = types::forward(f, shape)?;
    f.spv.unique_constant(Op::ConstantComposite, vector, &vec![component; shape.count() as usize])
}
