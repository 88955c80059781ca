//! Floating-point functions that are replaced by several instructions.

use super::call::Call;
use super::{doubles, formulas};
use crate::error::{Error, Result};
use crate::llvm::{Opcode, Predicate, Value};
use std::f64::consts::{LN_2, LOG2_10, LOG10_2, PI};

/// Returns the result of such a function; `None` for any other call.
pub fn value<'m>(call: &Call<'_, 'm>) -> Result<Option<Value<'m>>> {
    if !call.is_float(0) {
        return Ok(None);
    }
    let is_double = call.arg(0)?.ty().scalar().float_width() == 64;
    let found = match is_double {
        true => doubles::value(call)?,
        false => elementary(call)?,
    };
    let found = if found.is_none() { formulas::value(call, is_double)? } else { found };
    if found.is_some() { Ok(found) } else { exact(call) }
}

/// Computes a function from other functions, which GLSL.std.450 has for numbers of up to 32 bits.
fn elementary<'m>(call: &Call<'_, 'm>) -> Result<Option<Value<'m>>> {
    let (ty, x) = (call.ty(), call.arg(0)?);
    let scaled = |name: &str, before: f64, after: f64| {
        let x = if before == 1.0 { x } else { call.fmul(x, call.float(ty, before)?)? };
        let value = call.intrinsic(name, ty, &[x])?;
        if after == 1.0 { Ok(value) } else { call.fmul(value, call.float(ty, after)?) }
    };
    Ok(Some(match call.base() {
        "exp10" => scaled("llvm.exp2", LOG2_10, 1.0)?,
        "log10" => scaled("llvm.log2", 1.0, LOG10_2)?,
        "sinpi" => pi(call, "llvm.sin")?,
        "cospi" => pi(call, "llvm.cos")?,
        "tanpi" => pi(call, "llvm.tan")?,
        "asinpi" => scaled("llvm.asin", 1.0, 1.0 / PI)?,
        "acospi" => scaled("llvm.acos", 1.0, 1.0 / PI)?,
        "atanpi" => scaled("llvm.atan", 1.0, 1.0 / PI)?,
        "atan2pi" => {
            let angle = call.intrinsic("llvm.atan2", ty, &[x, call.arg(1)?])?;
            call.fmul(angle, call.float(ty, 1.0 / PI)?)?
        }
        "expm1" => expm1(call)?,
        "log1p" => log1p(call)?,
        "cbrt" => {
            let size = call.intrinsic("llvm.fabs", ty, &[x])?;
            let root = call.intrinsic("llvm.pow", ty, &[size, call.float(ty, 1.0 / 3.0)?])?;
            call.intrinsic("llvm.copysign", ty, &[root, x])?
        }
        "pown" => pown(call)?,
        "rootn" => {
            let n = call.emit.builder.cast(Opcode::SiToFp, call.arg(1)?, ty)?;
            let size = call.intrinsic("llvm.fabs", ty, &[x])?;
            let root = call.intrinsic("llvm.pow", ty, &[size, call.fdiv(call.float(ty, 1.0)?, n)?])?;
            let signed = call.intrinsic("llvm.copysign", ty, &[root, x])?;
            call.select(is_even(call, call.arg(1)?)?, root, signed)?
        }
        "erf" => erf(call)?.0,
        "erfc" => erf(call)?.1,
        "sincos" => {
            call.store(call.intrinsic("llvm.cos", ty, &[x])?, 1)?;
            call.intrinsic("llvm.sin", ty, &[x])?
        }
        _ => return Ok(None),
    }))
}

/// Computes a trigonometric function of `x` times pi, after removing whole turns.
fn pi<'m>(call: &Call<'_, 'm>, name: &str) -> Result<Value<'m>> {
    let (ty, x) = (call.ty(), call.arg(0)?);
    let half = call.fmul(x, call.float(ty, 0.5)?)?;
    let whole = call.intrinsic("llvm.roundeven", ty, &[half])?;
    let rest = call.fsub(x, call.fmul(whole, call.float(ty, 2.0)?)?)?;
    call.intrinsic(name, ty, &[call.fmul(rest, call.float(ty, PI)?)?])
}

/// Computes the error function and its complement: near 0 by the Taylor series, else by Numerical Recipes' Chebyshev
/// approximation of `erfc(|x|) = t exp(-x^2 + P(t))` with `t = 1 / (1 + |x| / 2)`.
fn erf<'m>(call: &Call<'_, 'm>) -> Result<(Value<'m>, Value<'m>)> {
    const SERIES: [f64; 7] = [1.0 / 9360.0, -1.0 / 1320.0, 1.0 / 216.0, -1.0 / 42.0, 0.1, -1.0 / 3.0, 1.0];
    const FAR: [f64; 10] = [
        0.170_872_77,
        -0.822_152_23,
        1.488_515_87,
        -1.135_203_98,
        0.278_868_07,
        -0.186_288_06,
        0.096_784_18,
        0.374_091_96,
        1.000_023_68,
        -1.265_512_23,
    ];
    let (ty, x) = (call.ty(), call.arg(0)?);
    let one = call.float(ty, 1.0)?;
    let polynomial = |at: Value<'m>, factors: &[f64]| {
        let mut sum = call.float(ty, 0.0)?;
        for factor in factors {
            sum = call.intrinsic("llvm.fma", ty, &[sum, at, call.float(ty, *factor)?])?;
        }
        Ok::<_, Error>(sum)
    };
    let square = call.fmul(x, x)?;
    let series =
        call.fmul(call.fmul(polynomial(square, &SERIES)?, x)?, call.float(ty, std::f64::consts::FRAC_2_SQRT_PI)?)?;
    let size = call.intrinsic("llvm.fabs", ty, &[x])?;
    let t = call.fdiv(one, call.fadd(call.fmul(size, call.float(ty, 0.5)?)?, one)?)?;
    let exponent = call.fsub(polynomial(t, &FAR)?, square)?;
    let tail = call.fmul(t, call.intrinsic("llvm.exp", ty, &[exponent])?)?;
    let far = call.intrinsic("llvm.copysign", ty, &[call.fsub(one, tail)?, x])?;
    let is_near = call.fcmp(Predicate::Olt, size, call.float(ty, 0.5)?)?;
    let is_negative = call.fcmp(Predicate::Olt, x, call.float(ty, 0.0)?)?;
    let complement = call.select(is_negative, call.fsub(call.float(ty, 2.0)?, tail)?, tail)?;
    Ok((call.select(is_near, series, far)?, call.select(is_near, call.fsub(one, series)?, complement)?))
}

/// Computes `exp(x) - 1`; near 0 as `(u - 1) * x / log(u)` with `u = exp(x)`.
fn expm1<'m>(call: &Call<'_, 'm>) -> Result<Value<'m>> {
    let (ty, x) = (call.ty(), call.arg(0)?);
    let (one, half) = (call.float(ty, 1.0)?, call.float(ty, LN_2 / 2.0)?);
    let plain = call.fsub(call.intrinsic("llvm.exp", ty, &[x])?, one)?;
    let size = call.intrinsic("llvm.fabs", ty, &[x])?;
    let is_near = call.fcmp(Predicate::Olt, size, half)?;
    let mut series = call.float(ty, 1.0 / 5040.0)?;
    for factor in [1.0 / 720.0, 1.0 / 120.0, 1.0 / 24.0, 1.0 / 6.0, 0.5, 1.0] {
        series = call.intrinsic("llvm.fma", ty, &[series, x, call.float(ty, factor)?])?;
    }
    call.select(is_near, call.fmul(series, x)?, plain)
}

/// Computes `log(1 + x)`, corrected for the rounding error of the sum.
fn log1p<'m>(call: &Call<'_, 'm>) -> Result<Value<'m>> {
    let (ty, x) = (call.ty(), call.arg(0)?);
    let one = call.float(ty, 1.0)?;
    let sum = call.fadd(x, one)?;
    let lost = call.fsub(x, call.fsub(sum, one)?)?;
    let log = call.intrinsic("llvm.log", ty, &[sum])?;
    let better = call.fadd(log, call.fdiv(lost, sum)?)?;
    let is_finite = call.fcmp(Predicate::Olt, sum, call.float(ty, f64::INFINITY)?)?;
    let is_positive = call.fcmp(Predicate::Ogt, sum, call.float(ty, 0.0)?)?;
    let is_plain = call.op(Opcode::And, is_finite, is_positive)?;
    call.select(is_plain, better, log)
}

fn is_even<'m>(call: &Call<'_, 'm>, n: Value<'m>) -> Result<Value<'m>> {
    let bit = call.emit.with(Opcode::And, n, 1)?;
    call.icmp(Predicate::Eq, bit, call.int(n.ty(), 0)?)
}

fn pown<'m>(call: &Call<'_, 'm>) -> Result<Value<'m>> {
    let (ty, x, n) = (call.ty(), call.arg(0)?, call.arg(1)?);
    let exponent = call.emit.builder.cast(Opcode::SiToFp, n, ty)?;
    let size = call.intrinsic("llvm.fabs", ty, &[x])?;
    let power = call.intrinsic("llvm.pow", ty, &[size, exponent])?;
    let signed = call.intrinsic("llvm.copysign", ty, &[power, x])?;
    let power = call.select(is_even(call, n)?, power, signed)?;
    let is_zero = call.icmp(Predicate::Eq, n, call.int(n.ty(), 0)?)?;
    call.select(is_zero, call.float(ty, 1.0)?, power)
}

/// Computes a function with an exact, or nearly exact, result.
fn exact<'m>(call: &Call<'_, 'm>) -> Result<Option<Value<'m>>> {
    let (ty, x) = (call.ty(), call.arg(0)?);
    let y = || call.splat_like(call.arg(1)?, ty);
    let z = || call.splat_like(call.arg(2)?, ty);
    Ok(Some(match call.base() {
        "max" => call.intrinsic("llvm.maxnum", ty, &[x, y()?])?,
        "min" => call.intrinsic("llvm.minnum", ty, &[x, y()?])?,
        // A number for all lanes may be the second argument of these.
        "clamp" => {
            let low = call.intrinsic("llvm.maxnum", ty, &[x, y()?])?;
            call.intrinsic("llvm.minnum", ty, &[low, z()?])?
        }
        "mad" => call.fadd(call.fmul(x, y()?)?, z()?)?,
        "degrees" => call.fmul(x, call.float(ty, 180.0 / PI)?)?,
        "radians" => call.fmul(x, call.float(ty, PI / 180.0)?)?,
        "recip" => call.fdiv(call.float(ty, 1.0)?, x)?,
        "divide" => call.fdiv(x, y()?)?,
        "dot" => dot(call)?,
        "sign" => {
            let is_number = call.fcmp(Predicate::Une, x, call.float(ty, 0.0)?)?;
            let is_ordered = call.fcmp(Predicate::Ord, x, x)?;
            let one = call.intrinsic("llvm.copysign", ty, &[call.float(ty, 1.0)?, x])?;
            call.select(is_ordered, call.select(is_number, one, x)?, call.float(ty, 0.0)?)?
        }
        "fdim" => {
            let is_more = call.fcmp(Predicate::FUgt, x, y()?)?;
            call.select(is_more, call.fsub(x, y()?)?, call.float(ty, 0.0)?)?
        }
        "fmod" => call.op(Opcode::FRem, x, y()?)?,
        "remainder" => remainder(call)?.0,
        "remquo" => {
            let (rest, quotient) = remainder(call)?;
            call.store(last_bits(call, quotient)?, 2)?;
            rest
        }
        "hypot" => call.intrinsic("llvm.sqrt", ty, &[call.fadd(call.fmul(x, x)?, call.fmul(y()?, y()?)?)?])?,
        "round" => {
            let whole = call.intrinsic("llvm.trunc", ty, &[x])?;
            let rest = call.intrinsic("llvm.fabs", ty, &[call.fsub(x, whole)?])?;
            let is_up = call.fcmp(Predicate::Oge, rest, call.float(ty, 0.5)?)?;
            let step = call.select(is_up, call.float(ty, 1.0)?, call.float(ty, 0.0)?)?;
            let size = call.fadd(call.intrinsic("llvm.fabs", ty, &[whole])?, step)?;
            call.intrinsic("llvm.copysign", ty, &[size, x])?
        }
        "maxmag" | "minmag" => magnitude(call)?,
        "fract" => {
            let whole = call.intrinsic("llvm.floor", ty, &[x])?;
            call.store(whole, 1)?;
            let most = if ty.scalar().float_width() == 32 { 1.0 - 0.5f64.powi(24) } else { 1.0 - 0.5f64.powi(53) };
            let most = if ty.scalar().float_width() == 16 { 1.0 - 0.5f64.powi(11) } else { most };
            call.intrinsic("llvm.minnum", ty, &[call.fsub(x, whole)?, call.float(ty, most)?])?
        }
        "modf" => {
            let whole = call.intrinsic("llvm.trunc", ty, &[x])?;
            call.store(whole, 1)?;
            let rest = call.fsub(x, whole)?;
            let size = call.intrinsic("llvm.fabs", ty, &[x])?;
            let is_endless = call.fcmp(Predicate::Oeq, size, call.float(ty, f64::INFINITY)?)?;
            let rest = call.select(is_endless, call.float(ty, 0.0)?, rest)?;
            call.intrinsic("llvm.copysign", ty, &[rest, x])?
        }
        "ldexp" => {
            let exponent = call.emit.resize(call.arg(1)?, call.place.context.int_type(32)?, true)?;
            let exponent = call.splat_like(exponent, ty)?;
            call.intrinsic("llvm.ldexp", ty, &[x, exponent])?
        }
        "frexp" => frexp(call)?,
        "ilogb" | "logb" => exponent_of(call)?,
        "nextafter" => next_after(call)?,
        _ => return Ok(None),
    }))
}

/// Returns the remainder of a division whose quotient is rounded to the nearest integer, and the quotient.
fn remainder<'m>(call: &Call<'_, 'm>) -> Result<(Value<'m>, Value<'m>)> {
    let (ty, x) = (call.ty(), call.arg(0)?);
    let y = call.splat_like(call.arg(1)?, ty)?;
    let whole = call.intrinsic("llvm.roundeven", ty, &[call.fdiv(x, y)?])?;
    let rest = call.intrinsic("llvm.fma", ty, &[call.emit.builder.fneg(whole)?, y, x])?;
    // What the division was rounded by may have led to the integer beside it.
    let (size, divisor) = (call.intrinsic("llvm.fabs", ty, &[rest])?, call.intrinsic("llvm.fabs", ty, &[y])?);
    let is_beside = call.fcmp(Predicate::Ogt, size, call.fmul(divisor, call.float(ty, 0.5)?)?)?;
    let signed = |value: Value<'m>, sign: Value<'m>| call.intrinsic("llvm.copysign", ty, &[value, sign]);
    let step = signed(call.float(ty, 1.0)?, call.fmul(rest, y)?)?;
    let nearer = call.fsub(rest, signed(divisor, rest)?)?;
    Ok((call.select(is_beside, nearer, rest)?, call.select(is_beside, call.fadd(whole, step)?, whole)?))
}

/// Returns the low seven bits of a quotient, with its sign (OpenCL C 3.0, 6.15.2, `remquo`).
fn last_bits<'m>(call: &Call<'_, 'm>, quotient: Value<'m>) -> Result<Value<'m>> {
    const LAST: f64 = 128.0;
    let ty = quotient.ty();
    let parts = call.fmul(quotient, call.float(ty, 1.0 / LAST)?)?;
    let rest = call.fsub(parts, call.intrinsic("llvm.trunc", ty, &[parts])?)?;
    let last = call.fmul(rest, call.float(ty, LAST)?)?;
    call.emit.builder.cast(Opcode::FpToSi, last, call.emit.int_like(ty, 32)?)
}

fn dot<'m>(call: &Call<'_, 'm>) -> Result<Value<'m>> {
    let product = call.fmul(call.arg(0)?, call.arg(1)?)?;
    let count = if product.ty().is_vector() { product.ty().count() as u32 } else { 1 };
    let mut sum = call.emit.lane(product, 0)?;
    for index in 1..count {
        sum = call.fadd(sum, call.emit.lane(product, index)?)?;
    }
    Ok(sum)
}

fn magnitude<'m>(call: &Call<'_, 'm>) -> Result<Value<'m>> {
    let (ty, x, y) = (call.ty(), call.arg(0)?, call.arg(1)?);
    let (a, b) = (call.intrinsic("llvm.fabs", ty, &[x])?, call.intrinsic("llvm.fabs", ty, &[y])?);
    let is_max = call.base() == "maxmag";
    let (more, other) = if is_max { (Predicate::Ogt, "llvm.maxnum") } else { (Predicate::Olt, "llvm.minnum") };
    let equal = call.intrinsic(other, ty, &[x, y])?;
    let second = call.select(call.fcmp(more, b, a)?, y, equal)?;
    call.select(call.fcmp(more, a, b)?, x, second)
}

/// Returns the number of bits of the fraction, and the bias of the exponent.
fn shape(width: u32) -> Result<(u32, u64)> {
    match width {
        16 => Ok((10, 15)),
        32 => Ok((23, 127)),
        64 => Ok((52, 1023)),
        _ => Err(Error::internal("a floating-point number of another width")),
    }
}

/// Returns a number with denormals scaled to normal numbers, and its exponent for a significand from 1 to 2.
fn normal<'m>(call: &Call<'_, 'm>) -> Result<(Value<'m>, Value<'m>)> {
    let (x, width) = (call.arg(0)?, call.arg(0)?.ty().scalar().float_width());
    let (significand, bias) = shape(width)?;
    let up = f64::from(significand + 1);
    let bits = call.bits_of(x.ty())?;
    let raw = |value: Value<'m>| {
        let shifted = call.emit.with(Opcode::LShr, call.as_bits(value)?, significand.into())?;
        call.emit.with(Opcode::And, shifted, bias * 2 + 1)
    };
    let is_small = call.icmp(Predicate::Eq, raw(x)?, call.int(bits, 0)?)?;
    let scaled = call.fmul(x, call.float(x.ty(), up.exp2())?)?;
    let value = call.select(is_small, scaled, x)?;
    let (less, none) = (call.int(bits, bias + u64::from(significand) + 1)?, call.int(bits, bias)?);
    let exponent = call.op(Opcode::Sub, raw(value)?, call.select(is_small, less, none)?)?;
    Ok((value, exponent))
}

/// Emits the test whether a number is not 0, infinite or NaN.
fn is_plain<'m>(call: &Call<'_, 'm>, x: Value<'m>) -> Result<Value<'m>> {
    let size = call.intrinsic("llvm.fabs", x.ty(), &[x])?;
    let is_finite = call.fcmp(Predicate::Olt, size, call.float(x.ty(), f64::INFINITY)?)?;
    let is_any = call.fcmp(Predicate::Ogt, size, call.float(x.ty(), 0.0)?)?;
    call.op(Opcode::And, is_finite, is_any)
}

fn frexp<'m>(call: &Call<'_, 'm>) -> Result<Value<'m>> {
    let x = call.arg(0)?;
    let (significand, bias) = shape(x.ty().scalar().float_width())?;
    let (value, exponent) = normal(call)?;
    let bits = call.as_bits(value)?;
    let field = (bias * 2 + 1) << significand;
    let kept = call.op(Opcode::And, bits, call.int(bits.ty(), !field)?)?;
    let half = call.op(Opcode::Or, kept, call.int(bits.ty(), (bias - 1) << significand)?)?;
    let plain = is_plain(call, x)?;
    let exponent = call.emit.with(Opcode::Add, exponent, 1)?;
    let exponent = call.select(plain, exponent, call.int(exponent.ty(), 0)?)?;
    call.store(call.emit.resize(exponent, call.place.context.int_type(32)?, true)?, 1)?;
    call.select(plain, call.as_type(half, x.ty())?, x)
}

fn exponent_of<'m>(call: &Call<'_, 'm>) -> Result<Value<'m>> {
    let x = call.arg(0)?;
    let (_, exponent) = normal(call)?;
    let zero = call.float(x.ty(), 0.0)?;
    let is_zero = call.fcmp(Predicate::Oeq, x, zero)?;
    let is_nan = call.fcmp(Predicate::Uno, x, x)?;
    let size = call.intrinsic("llvm.fabs", x.ty(), &[x])?;
    let endless = call.float(x.ty(), f64::INFINITY)?;
    let is_endless = call.fcmp(Predicate::Oeq, size, endless)?;
    if call.base() == "logb" {
        let number = call.emit.builder.cast(Opcode::SiToFp, exponent, x.ty())?;
        let number = call.select(is_endless, endless, number)?;
        let number = call.select(is_nan, x, number)?;
        return call.select(is_zero, call.float(x.ty(), f64::NEG_INFINITY)?, number);
    }
    let number = call.emit.resize(exponent, call.place.context.int_type(32)?, true)?;
    let (least, most) = (call.int(number.ty(), 0x8000_0000)?, call.int(number.ty(), 0x7FFF_FFFF)?);
    // FP_ILOGBNAN of OpenCL is the greatest integer, FP_ILOGB0 the least.
    let number = call.select(is_endless, most, number)?;
    let number = call.select(is_nan, most, number)?;
    call.select(is_zero, least, number)
}

fn next_after<'m>(call: &Call<'_, 'm>) -> Result<Value<'m>> {
    let (x, y) = (call.arg(0)?, call.arg(1)?);
    let bits = call.as_bits(x)?;
    let zero = call.float(x.ty(), 0.0)?;
    let is_up = call.fcmp(Predicate::Olt, x, y)?;
    let is_positive = call.fcmp(Predicate::Ogt, x, zero)?;
    let grows = call.icmp(Predicate::Eq, is_up, is_positive)?;
    let step = call.select(grows, call.int(bits.ty(), 1)?, call.int(bits.ty(), u64::MAX)?)?;
    let stepped = call.as_type(call.op(Opcode::Add, bits, step)?, x.ty())?;
    let least = call.as_type(call.int(bits.ty(), 1)?, x.ty())?;
    let is_zero = call.fcmp(Predicate::Oeq, x, zero)?;
    let next = call.select(is_zero, call.intrinsic("llvm.copysign", x.ty(), &[least, y])?, stepped)?;
    let is_same = call.fcmp(Predicate::Oeq, x, y)?;
    let next = call.select(is_same, y, next)?;
    let is_none = call.fcmp(Predicate::Uno, x, y)?;
    call.select(is_none, call.fadd(x, y)?, next)
}
