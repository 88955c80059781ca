//! Floating-point intrinsics that need more than one instruction.

use crate::binary::Id;
use crate::concepts::base::decorations::fast_math;
use crate::concepts::base::emit::{self, arg, argument, equal_numbers, ext, extreme, integers, member, op, shaped};
use crate::concepts::base::{constants, types};
use crate::concepts::instructions::composites;
use crate::concepts::intrinsics::variables::{self, Wanted};
use crate::error::Result;
use crate::llvm::{Type, Value};
use crate::state::Forward;
use ::spirv::{Decoration, MemoryAccess, Op, OpenClStd as Cl};

/// Translates `llvm.fmuladd`, which may be fused or not: to `mad` of OpenCL.std or to core instructions, by the options.
pub fn multiply_add<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    match f.options.fmuladd_as_mad {
        true => emit::define_extended(f, inst, Cl::mad, 3),
        false => product_and_sum(f, inst),
    }
}

/// Emits a product and a sum, each of them rounded.
pub fn product_and_sum<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    let ty = types::forward(f, inst.ty())?;
    let product = [arg(f, inst, 0)?, arg(f, inst, 1)?];
    let addend = arg(f, inst, 2)?;
    let product = op(f, Op::FMul, ty, &product)?;
    fast_math::forward_arithmetic(f, inst, product)?;
    let sum = f.define(inst, Op::FAdd, ty, &[product, addend])?;
    fast_math::forward_arithmetic(f, inst, sum.id)
}

/// `llvm.minimum`.
pub fn minimum<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    extreme_of(f, inst, true)
}

/// `llvm.maximum`.
pub fn maximum<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    extreme_of(f, inst, false)
}

fn extreme_of<'m>(f: &mut Forward<'m>, inst: Value<'m>, least: bool) -> Result<()> {
    let (a, b) = (arg(f, inst, 0)?, arg(f, inst, 1)?);
    let (ty, operands) = extreme(f, inst.ty(), a, b, least)?;
    f.define(inst, Op::Select, ty, &operands).map(drop)
}

/// `llvm.minimumnum`.
pub fn minimum_number<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    extreme_number(f, inst, true)
}

/// `llvm.maximumnum`.
pub fn maximum_number<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    extreme_number(f, inst, false)
}

/// Emits a minimum or maximum that is the other operand if one is a NaN, and takes -0 as less than +0, which OpenCL leaves open.
fn extreme_number<'m>(f: &mut Forward<'m>, inst: Value<'m>, least: bool) -> Result<()> {
    let (a, b) = (arg(f, inst, 0)?, arg(f, inst, 1)?);
    let ty = types::forward(f, inst.ty())?;
    let (equal, same) = equal_numbers(f, inst.ty(), a, b, least)?;
    let number = ext(f, if least { Cl::fmin } else { Cl::fmax }, ty, &[a, b])?;
    f.define(inst, Op::Select, ty, &[equal, same, number]).map(drop)
}

/// Translates `llvm.canonicalize` to a product with 1, since arithmetic returns canonical numbers.
pub fn canonicalize<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    let (ty, x) = (types::forward(f, inst.ty())?, arg(f, inst, 0)?);
    let one = constants::float_splat(f, inst.ty(), 1.0)?;
    f.define(inst, Op::FMul, ty, &[x, one]).map(drop)
}

/// Translates `llvm.powi`, whose exponent is a scalar even for vectors.
pub fn powi<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    with_exponent(f, inst, Cl::pown)
}

/// `llvm.ldexp`.
pub fn ldexp<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    with_exponent(f, inst, Cl::ldexp)
}

fn with_exponent<'m>(f: &mut Forward<'m>, inst: Value<'m>, instruction: Cl) -> Result<()> {
    let (ty, x) = (types::forward(f, inst.ty())?, arg(f, inst, 0)?);
    let exponent = exponent(f, inst)?;
    let words = emit::ext_operands(f, instruction, &[x, exponent])?;
    f.define(inst, Op::ExtInst, ty, &words).map(drop)
}

/// Returns the exponent as a 32-bit integer, clamped to its range, with as many components as the number.
pub fn exponent<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<Id> {
    let argument = argument(inst, 1)?;
    let mut exponent = arg(f, inst, 1)?;
    let width = argument.ty().scalar().int_width();
    if width > 32 {
        let ty = types::forward(f, argument.ty())?;
        let limits = [i32::MIN, i32::MAX].map(|limit| constants::splat(f, argument.ty(), i64::from(limit) as u64));
        let [least, greatest] = limits;
        exponent = ext(f, Cl::s_clamp, ty, &[exponent, least?, greatest?])?;
    }
    if width != 32 {
        let ty = integers(f, 32, argument.ty())?;
        exponent = op(f, Op::SConvert, ty, &[exponent])?;
    }
    if argument.ty().is_vector() || !inst.ty().is_vector() {
        return Ok(exponent);
    }
    let ty = integers(f, 32, inst.ty())?;
    composites::forward_splat(f, exponent, ty, inst.ty().count() as u32)
}

/// `llvm.frexp`.
pub fn frexp<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    both(f, inst, Cl::frexp)
}

/// `llvm.modf`.
pub fn modf<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    both(f, inst, Cl::modf)
}

/// `llvm.sincos`.
pub fn sincos<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    both(f, inst, Cl::sincos)
}

/// `llvm.sincospi`: two instructions, as OpenCL has none for both.
pub fn sincospi<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    let (ty, x) = (types::forward(f, member(inst, 0)?)?, arg(f, inst, 0)?);
    let (sine, cosine) = (ext(f, Cl::sinpi, ty, &[x])?, ext(f, Cl::cospi, ty, &[x])?);
    emit::define_pair(f, inst, sine, cosine)
}

/// Translates an intrinsic that returns two results in a structure to an instruction that returns the second one through a pointer.
fn both<'m>(f: &mut Forward<'m>, inst: Value<'m>, instruction: Cl) -> Result<()> {
    let (first, second) = through_pointer(f, inst, instruction)?;
    match emit::are_parts_enough(f, inst, [first, second])? {
        true => Ok(()),
        false => emit::define_pair(f, inst, first, second),
    }
}

/// Emits an instruction that returns its second result through a pointer, and returns both results.
pub fn through_pointer<'m>(f: &mut Forward<'m>, inst: Value<'m>, instruction: Cl) -> Result<(Id, Id)> {
    let (first, second) = (types::forward(f, member(inst, 0)?)?, types::forward(f, member(inst, 1)?)?);
    let x = arg(f, inst, 0)?;
    let (_, align) = variable_of_result(f, inst)?;
    let place = variables::taken(f, inst, (second, align))?.id;
    let result = ext(f, instruction, first, &[x, place])?;
    Ok((result, op(f, Op::Load, second, &[place, MemoryAccess::ALIGNED.bits(), align])?))
}

/// Returns the pointee and alignment of the variable for an instruction's second result.
pub fn variable_of_result<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<Wanted> {
    let ty = member(inst, 1)?;
    let bytes = ty.scalar().int_width().max(ty.scalar().float_width()) / 8;
    Ok((types::forward(f, ty)?, bytes * vector_size(ty)))
}

/// Returns the number of components that a vector occupies in memory.
fn vector_size(ty: Type<'_>) -> u32 {
    if ty.is_vector() { (ty.count() as u32).next_power_of_two() } else { 1 }
}

/// `llvm.fptosi.sat`.
pub fn to_signed_saturated<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    saturated(f, inst, Op::ConvertFToS)
}

/// `llvm.fptoui.sat`.
pub fn to_unsigned_saturated<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    saturated(f, inst, Op::ConvertFToU)
}

fn saturated<'m>(f: &mut Forward<'m>, inst: Value<'m>, conversion: Op) -> Result<()> {
    let result = emit::define_core(f, inst, conversion, 1)?;
    f.spv.decorate(result.id, Decoration::SaturatedConversion, &[])
}

/// `llvm.lrint`.
pub fn lrint<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    rounded(f, inst, Cl::rint)
}

/// `llvm.lround`.
pub fn lround<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    rounded(f, inst, Cl::round)
}

fn rounded<'m>(f: &mut Forward<'m>, inst: Value<'m>, instruction: Cl) -> Result<()> {
    let (ty, x) = (types::forward(f, inst.ty())?, arg(f, inst, 0)?);
    let from = types::forward(f, argument(inst, 0)?.ty())?;
    let whole = ext(f, instruction, from, &[x])?;
    f.define(inst, Op::ConvertFToS, ty, &[whole]).map(drop)
}

/// `llvm.convert.to.fp16`: the half nearest to a number, as its bits.
pub fn to_half_bits<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    let (ty, x) = (types::forward(f, inst.ty())?, arg(f, inst, 0)?);
    let half = half(f, inst.ty())?;
    let narrow = op(f, Op::FConvert, half, &[x])?;
    f.define(inst, Op::Bitcast, ty, &[narrow]).map(drop)
}

/// `llvm.convert.from.fp16`.
pub fn from_half_bits<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    let (ty, x) = (types::forward(f, inst.ty())?, arg(f, inst, 0)?);
    let half = half(f, inst.ty())?;
    let narrow = op(f, Op::Bitcast, half, &[x])?;
    f.define(inst, Op::FConvert, ty, &[narrow]).map(drop)
}

fn half<'m>(f: &mut Forward<'m>, shape: Type<'m>) -> Result<Id> {
    let scalar = types::half(f)?;
    shaped(f, scalar, shape)
}
