//! Conversions to floating-point types with a rounding direction. Vulkan's conversions return one of the two
//! neighbouring numbers, rounded to the nearest or towards zero at the choice of the device. A result in the wrong
//! direction is replaced by the next number, and integers lose the bits that do not fit before they are converted.

use super::call::Call;
use crate::error::{Error, Result};
use crate::llvm::{Opcode, Predicate, Type, Value};

/// The rounding mode of a conversion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rounding {
    Default,
    Even,
    Zero,
    Up,
    Down,
}
use Rounding::{Default, Down, Even, Up, Zero};

/// The suffixes of function names, with their rounding modes.
const ENDINGS: [(&str, Rounding); 4] = [("_rte", Even), ("_rtz", Zero), ("_rtp", Up), ("_rtn", Down)];

/// Splits a function name into the name without rounding suffix and the rounding mode.
pub fn split(name: &str) -> (&str, Rounding) {
    ENDINGS.iter().find_map(|row| Some((name.strip_suffix(row.0)?, row.1))).unwrap_or((name, Default))
}

/// The greatest finite 16-bit number.
const MOST: u64 = 65504;

/// Converts floating-point numbers to a narrower type.
pub fn shortened<'m>(call: &Call<'_, 'm>, x: Value<'m>, to: Type<'m>, rounding: Rounding) -> Result<Value<'m>> {
    let short = call.emit.cast(Opcode::FpTrunc, x, to)?;
    if matches!(rounding, Default | Even) {
        return Ok(short);
    }
    let long = call.emit.cast(Opcode::FpExt, short, x.ty())?;
    let is_negative = call.fcmp(Predicate::Olt, x, call.float(x.ty(), 0.0)?)?;
    // Away from zero where the side is that of the sign.
    let is_less = call.fcmp(Predicate::Olt, long, x)?;
    let is_more = call.fcmp(Predicate::Ogt, long, x)?;
    let is_wrong = match rounding {
        Up => is_less,
        Down => is_more,
        _ => call.select(is_negative, is_less, is_more)?,
    };
    let bits = call.as_bits(short)?;
    let width = bits.ty().scalar().int_width();
    let (none, sign) = (call.int(bits.ty(), 0)?, call.int(bits.ty(), 1 << (width - 1))?);
    let bits = call.op(Opcode::Or, bits, call.select(is_negative, sign, none)?)?;
    let (grown, shrunk) = (call.int(bits.ty(), 1)?, call.int(bits.ty(), u64::MAX)?);
    let step = match rounding {
        Up => call.select(is_negative, shrunk, grown)?,
        Down => call.select(is_negative, grown, shrunk)?,
        _ => shrunk,
    };
    let next = call.as_type(call.op(Opcode::Add, bits, step)?, to)?;
    call.select(is_wrong, next, short)
}

/// Converts integers to floating-point numbers.
pub fn integer<'m>(
    call: &Call<'_, 'm>,
    x: Value<'m>,
    is_signed: bool,
    to: Type<'m>,
    rounding: Rounding,
) -> Result<Value<'m>> {
    let op = if is_signed { Opcode::SiToFp } else { Opcode::UiToFp };
    let (width, precision) = (x.ty().scalar().int_width(), precision(to)?);
    let is_exact = width <= precision;
    if is_exact || matches!(rounding, Default | Even) {
        return call.emit.builder.cast(op, x, to);
    }
    let zero = call.int(x.ty(), 0)?;
    let is_negative = match is_signed {
        true => call.icmp(Predicate::Slt, x, zero)?,
        false => call.icmp(Predicate::Ne, zero, zero)?,
    };
    let size = call.select(is_negative, call.op(Opcode::Sub, zero, x)?, x)?;
    let kept = kept(call, size, precision)?;
    let number = call.emit.builder.cast(Opcode::UiToFp, kept, to)?;
    let bits = call.as_bits(number)?;
    // The next number where bits were lost, and the side is that of the sign.
    let is_inexact = call.icmp(Predicate::Ne, kept, size)?;
    let (none, one) = (call.int(bits.ty(), 0)?, call.int(bits.ty(), 1)?);
    let step = match rounding {
        Up => call.select(is_negative, none, call.select(is_inexact, one, none)?)?,
        Down => call.select(is_negative, call.select(is_inexact, one, none)?, none)?,
        _ => none,
    };
    let number = call.as_type(call.op(Opcode::Add, bits, step)?, to)?;
    call.select(is_negative, call.emit.builder.fneg(number)?, number)
}

/// Returns the greatest number that is not greater than an integer and has at most `precision` significant bits, or
/// that a 16-bit float represents.
fn kept<'m>(call: &Call<'_, 'm>, size: Value<'m>, precision: u32) -> Result<Value<'m>> {
    let width = size.ty().scalar().int_width();
    let most = call.int(size.ty(), MOST)?;
    let size = if precision == HALF { call.intrinsic("llvm.umin", size.ty(), &[size, most])? } else { size };
    let zeros = call.intrinsic(
        "llvm.ctlz",
        size.ty(),
        &[size, call.place.context.const_null(call.place.context.bool_type())?],
    )?;
    let spare = call.int(size.ty(), u64::from(width - precision))?;
    let lost = call.intrinsic("llvm.usub.sat", size.ty(), &[spare, zeros])?;
    let cut = call.op(Opcode::LShr, size, lost)?;
    call.op(Opcode::Shl, cut, lost)
}

/// The number of significant bits of 16-bit floats.
const HALF: u32 = 11;

/// Returns the number of significant bits of a type, with the implicit one.
fn precision(ty: Type<'_>) -> Result<u32> {
    match ty.scalar().float_width() {
        16 => Ok(HALF),
        32 => Ok(24),
        64 => Ok(53),
        _ => Err(Error::internal("a floating-point number of another width")),
    }
}
