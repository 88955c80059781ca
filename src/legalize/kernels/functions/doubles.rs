//! Exponential functions and logarithms of `double`, which GLSL.std.450 lacks: they are computed by polynomials, within
//! 2 ULP.
//!
//! `exp` subtracts multiples of ln 2 and approximates the rest by a rational function. `log` subtracts the exponent and
//! approximates the rest by a series in `s = f / (2 + f)`, where `1 + f` is between the square roots of 1/2 and 2. The
//! coefficients are those of Sun's fdlibm.

use super::call::Call;
use crate::error::Result;
use crate::llvm::{Opcode, Predicate, Type, Value};
use std::f64::consts::{LN_2, LN_10, LOG2_10, LOG2_E, LOG10_E, SQRT_2};

/// The natural logarithm of 2 in two parts, of which multiples of the first are exact.
const LN_2_PARTS: [f64; 2] = [6.931_471_803_691_238e-1, 1.908_214_929_270_587_7e-10];
/// The decimal logarithm of 2 in two parts; multiples of the first part are exact.
const LOG10_2_PARTS: [f64; 2] = [3.010_299_956_636_117_7e-1, 3.694_239_077_158_931e-13];
/// The differences of the natural logarithms of 2 and 10 from the nearest 64-bit numbers.
const LN_2_REST: f64 = 2.319_046_813_846_299_6e-17;
const LN_10_REST: f64 = -2.170_756_223_382_249_4e-16;
/// The coefficients of the exponential function, that of the highest power first.
const EXPONENTIAL: [f64; 5] = [
    4.138_136_797_057_238_5e-8,
    -1.653_390_220_546_525_2e-6,
    6.613_756_321_437_934e-5,
    -2.777_777_777_701_559_3e-3,
    1.666_666_666_666_660_2e-1,
];
/// The coefficients of the logarithm, that of the highest power first.
const LOGARITHM: [f64; 7] = [
    1.479_819_860_511_658_6e-1,
    1.531_383_769_920_937_3e-1,
    1.818_357_216_161_805e-1,
    2.222_219_843_214_978_4e-1,
    2.857_142_874_366_239e-1,
    3.999_999_999_940_942e-1,
    6.666_666_666_666_735e-1,
];
/// The number of bits of the fraction, and the bias of exponents.
const FRACTION: u64 = 52;
const BIAS: u64 = 1023;

/// Returns the result of a call of such a function.
pub fn value<'m>(call: &Call<'_, 'm>) -> Result<Option<Value<'m>>> {
    Ok(Some(match call.base() {
        "exp" => exponential(call, [-746.0, 710.0], LOG2_E, LN_2_PARTS, None)?,
        "exp2" => exponential(call, [-1076.0, 1025.0], 1.0, [1.0, 0.0], Some((LN_2, LN_2_REST)))?,
        "exp10" => exponential(call, [-324.5, 309.0], LOG2_10, LOG10_2_PARTS, Some((LN_10, LN_10_REST)))?,
        "log" => logarithm(call, LN_2_PARTS, 1.0)?,
        "log2" => logarithm(call, [1.0, 0.0], LOG2_E)?,
        "log10" => logarithm(call, LOG10_2_PARTS, LOG10_E)?,
        _ => return Ok(None),
    }))
}

/// Returns a polynomial in Horner's scheme, the coefficient of the highest power first.
fn polynomial<'m>(call: &Call<'_, 'm>, x: Value<'m>, coefficients: &[f64]) -> Result<Value<'m>> {
    let (first, rest) = coefficients.split_first().map_or((0.0, coefficients), |(first, rest)| (*first, rest));
    rest.iter()
        .try_fold(call.float(x.ty(), first)?, |sum, coefficient| fma(call, sum, x, call.float(x.ty(), *coefficient)?))
}

fn fma<'m>(call: &Call<'_, 'm>, a: Value<'m>, b: Value<'m>, c: Value<'m>) -> Result<Value<'m>> {
    call.intrinsic("llvm.fma", a.ty(), &[a, b, c])
}

/// Computes a power of a base, given the binary logarithm of the base. Within the limits, `x` is `k` steps, each in two
/// parts, plus a rest; the rest is multiplied by the natural logarithm of the base, unless the base is e.
fn exponential<'m>(
    call: &Call<'_, 'm>,
    limits: [f64; 2],
    binary: f64,
    step: [f64; 2],
    natural: Option<(f64, f64)>,
) -> Result<Value<'m>> {
    let (ty, x) = (call.ty(), call.arg(0)?);
    let [least, most] = [call.float(ty, limits[0])?, call.float(ty, limits[1])?];
    let x1 = call.select(call.fcmp(Predicate::Olt, x, least)?, least, x)?;
    let x1 = call.select(call.fcmp(Predicate::Ogt, x1, most)?, most, x1)?;
    let steps = call.intrinsic("llvm.roundeven", ty, &[call.fmul(x1, call.float(ty, binary)?)?])?;
    let mut high = call.fsub(x1, call.fmul(steps, call.float(ty, step[0])?)?)?;
    let mut low = call.fmul(steps, call.float(ty, step[1])?)?;
    if let Some((logarithm, rest)) = natural {
        let exponent = call.fsub(high, low)?;
        high = call.fmul(exponent, call.float(ty, logarithm)?)?;
        let negative = call.fsub(call.float(ty, 0.0)?, high)?;
        let lost = fma(call, exponent, call.float(ty, logarithm)?, negative)?;
        let lost = fma(call, exponent, call.float(ty, rest)?, lost)?;
        low = call.fsub(call.float(ty, 0.0)?, lost)?;
    }
    let r = call.fsub(high, low)?;
    let square = call.fmul(r, r)?;
    let c = call.fsub(r, call.fmul(square, polynomial(call, square, &EXPONENTIAL)?)?)?;
    let quotient = call.fdiv(call.fmul(r, c)?, call.fsub(call.float(ty, 2.0)?, c)?)?;
    let y = call.fsub(call.float(ty, 1.0)?, call.fsub(call.fsub(low, quotient)?, high)?)?;
    let power = scaled(call, y, steps)?;
    call.select(call.fcmp(Predicate::Uno, x, x)?, x, power)
}

/// Multiplies a number by a power of two in two steps, of which only the second one rounds.
fn scaled<'m>(call: &Call<'_, 'm>, number: Value<'m>, steps: Value<'m>) -> Result<Value<'m>> {
    let bits = call.bits_of(number.ty())?;
    let whole = call.emit.cast(Opcode::FpToSi, steps, bits)?;
    let half = call.emit.with(Opcode::AShr, whole, 1)?;
    let other = call.op(Opcode::Sub, whole, half)?;
    [half, other].into_iter().try_fold(number, |number, exponent| {
        let biased = call.emit.with(Opcode::Add, exponent, BIAS)?;
        let power = call.as_type(call.emit.with(Opcode::Shl, biased, FRACTION)?, number.ty())?;
        call.fmul(number, power)
    })
}

/// Computes a logarithm, given the logarithms of 2 (in two parts) and of e.
fn logarithm<'m>(call: &Call<'_, 'm>, of_two: [f64; 2], of_e: f64) -> Result<Value<'m>> {
    let (ty, x) = (call.ty(), call.arg(0)?);
    let (exponent, f) = divided(call, x)?;
    let s = call.fdiv(f, call.fadd(call.float(ty, 2.0)?, f)?)?;
    let z = call.fmul(s, s)?;
    let series = call.fmul(z, polynomial(call, z, &LOGARITHM)?)?;
    let half = call.fmul(call.fmul(f, call.float(ty, 0.5)?)?, f)?;
    let small = call.fmul(s, call.fadd(half, series)?)?;
    let low = call.fmul(exponent, call.float(ty, of_two[1])?)?;
    let high = call.fmul(exponent, call.float(ty, of_two[0])?)?;
    let found = match of_e == 1.0 {
        true => call.fsub(high, call.fsub(call.fsub(half, call.fadd(small, low)?)?, f)?)?,
        false => {
            let natural = call.fsub(f, call.fsub(half, small)?)?;
            call.fadd(high, fma(call, natural, call.float(ty, of_e)?, low)?)?
        }
    };
    let zero = call.float(ty, 0.0)?;
    let endless = call.float(ty, f64::INFINITY)?;
    let is_endless = call.fcmp(Predicate::Oeq, x, endless)?;
    let found = call.select(is_endless, x, found)?;
    let is_zero = call.fcmp(Predicate::Oeq, x, zero)?;
    let found = call.select(is_zero, call.float(ty, f64::NEG_INFINITY)?, found)?;
    // Of what is below 0, and of what is no number, there is none.
    let is_none = call.fcmp(Predicate::FUlt, x, zero)?;
    call.select(is_none, call.float(ty, f64::NAN)?, found)
}

/// Returns the exponent of a number, and the significand minus 1; the significand is between the square roots of 1/2
/// and 2.
fn divided<'m>(call: &Call<'_, 'm>, x: Value<'m>) -> Result<(Value<'m>, Value<'m>)> {
    const SMALL: f64 = 18_014_398_509_481_984.0;
    let (ty, bits): (Type<'m>, Type<'m>) = (x.ty(), call.bits_of(x.ty())?);
    let is_small = call.fcmp(Predicate::Olt, x, call.float(ty, f64::MIN_POSITIVE)?)?;
    let normal = call.select(is_small, call.fmul(x, call.float(ty, SMALL)?)?, x)?;
    let number = call.as_bits(normal)?;
    let biased = call.emit.with(Opcode::LShr, number, FRACTION)?;
    let fraction = call.op(Opcode::And, number, call.int(bits, (1 << FRACTION) - 1)?)?;
    let one = call.as_type(call.op(Opcode::Or, fraction, call.int(bits, BIAS << FRACTION)?)?, ty)?;
    let is_large = call.fcmp(Predicate::Ogt, one, call.float(ty, SQRT_2)?)?;
    let one = call.select(is_large, call.fmul(one, call.float(ty, 0.5)?)?, one)?;
    let taken = call.select(is_small, call.int(bits, BIAS + 54)?, call.int(bits, BIAS)?)?;
    let exponent = call.op(Opcode::Sub, biased, taken)?;
    let exponent = call.op(Opcode::Add, exponent, call.emit.cast(Opcode::ZExt, is_large, bits)?)?;
    let exponent = call.emit.cast(Opcode::SiToFp, exponent, ty)?;
    Ok((exponent, call.fsub(one, call.float(ty, 1.0)?)?))
}
