//! Conversions with a rounding mode; halves as their bits.

use super::named::named;

/// Rounds to even, toward zero, up or down, by the mode.
fn rounded(x: f64, mode: i32) -> f64 {
    match mode {
        1 => x.trunc(),
        2 => x.ceil(),
        3 => x.floor(),
        _ => x.round_ties_even(),
    }
}

/// A format: bits of its significand, exponent of its smallest normal number, largest number.
struct Format {
    precision: i32,
    least: i32,
    most: f64,
}

const HALF: Format = Format { precision: 11, least: -14, most: 65504.0 };
const BFLOAT: Format = Format { precision: 8, least: -126, most: 3.3895313892515355e38 };
const FLOAT: Format = Format { precision: 24, least: -126, most: f32::MAX as f64 };

/// Rounds to a number of the format, as a double.
fn narrowed(x: f64, format: &Format, mode: i32) -> f64 {
    if x == 0.0 || !x.is_finite() {
        return x;
    }
    let exponent = ((x.to_bits() >> 52 & 0x7FF) as i32 - 1023).max(format.least);
    let unit = 2.0_f64.powi(exponent - format.precision + 1);
    let value = rounded(x / unit, mode) * unit;
    if value.abs() <= format.most {
        return value.copysign(x);
    }
    let stops = mode == 1 || mode == (if x < 0.0 { 2 } else { 3 });
    (if stops { format.most } else { f64::INFINITY }).copysign(x)
}

/// Returns the bits of a half, given its value as a double.
fn half_bits(x: f64) -> u16 {
    let sign = ((x.to_bits() >> 63) as u16) << 15;
    let size = x.abs();
    if x.is_nan() {
        return sign | 0x7E00;
    }
    if size > HALF.most {
        return sign | 0x7C00;
    }
    if size < 2.0_f64.powi(-14) {
        return sign | (size * 2.0_f64.powi(24)) as u16;
    }
    let bits = size.to_bits();
    sign | ((((bits >> 52) as i32 - 1023 + 15) as u16) << 10) | (bits >> 42 & 0x3FF) as u16
}

/// The value of a half.
pub fn half_value(bits: u16) -> f64 {
    let (exponent, fraction) = (i32::from(bits >> 10 & 31), f64::from(bits & 0x3FF));
    let size = match exponent {
        0 => fraction * 2.0_f64.powi(-24),
        31 if fraction == 0.0 => f64::INFINITY,
        31 => f64::NAN,
        _ => (fraction / 1024.0 + 1.0) * 2.0_f64.powi(exponent - 15),
    };
    if bits >> 15 == 1 { -size } else { size }
}

/// Converts to a half, rounded to even.
pub fn to_half(x: f64) -> u16 {
    half_bits(narrowed(x, &HALF, 0))
}

/// Returns the bits of a bfloat, given its value as a double: the upper half of those of a float.
fn bfloat_bits(x: f64) -> u16 {
    let bits = ((x as f32).to_bits() >> 16) as u16;
    if x.is_nan() { bits | 0x40 } else { bits }
}

/// Converts to a bfloat, rounded to even.
pub fn to_bfloat(x: f64) -> u16 {
    bfloat_bits(narrowed(x, &BFLOAT, 0))
}

/// The value of a bfloat.
pub fn bfloat_value(bits: u16) -> f64 {
    f64::from(f32::from_bits(u32::from(bits) << 16))
}

/// Rounds an integer to this number of significant bits.
fn rounded_integer(v: i128, precision: u32, mode: i32) -> f64 {
    let bits = 128 - v.unsigned_abs().leading_zeros();
    let extra = bits.saturating_sub(precision);
    let (unit, floor) = (1_i128 << extra, v >> extra);
    let rest = v - (floor << extra);
    let up = match mode {
        1 => v < 0 && rest > 0,
        2 => rest > 0,
        3 => false,
        _ => rest * 2 > unit || (rest * 2 == unit && floor & 1 == 1),
    };
    ((floor + i128::from(up)) << extra) as f64
}

extern "C" fn spirv_to_half(x: f64, mode: i32) -> u16 {
    half_bits(narrowed(x, &HALF, mode))
}

extern "C" fn spirv_f_to_half(x: f64, mode: i32) -> u16 {
    spirv_to_half(x, mode)
}

extern "C" fn spirv_f_to_bfloat(x: f64, mode: i32) -> u16 {
    bfloat_bits(narrowed(x, &BFLOAT, mode))
}

extern "C" fn spirv_f_to_float(x: f64, mode: i32) -> f32 {
    narrowed(x, &FLOAT, mode) as f32
}

macro_rules! from_integers {
    ($($half:ident, $bfloat:ident, $float:ident, $double:ident, $ty:ty;)*) => {$(
        extern "C" fn $half(v: $ty, mode: i32) -> u16 {
            half_bits(narrowed(rounded_integer(v.into(), 11, mode), &HALF, mode))
        }
        extern "C" fn $bfloat(v: $ty, mode: i32) -> u16 {
            bfloat_bits(rounded_integer(v.into(), 8, mode))
        }
        extern "C" fn $float(v: $ty, mode: i32) -> f32 {
            rounded_integer(v.into(), 24, mode) as f32
        }
        extern "C" fn $double(v: $ty, mode: i32) -> f64 {
            rounded_integer(v.into(), 53, mode)
        }
    )*};
}

from_integers! {
    spirv_s_to_half, spirv_s_to_bfloat, spirv_s_to_float, spirv_s_to_double, i64;
    spirv_u_to_half, spirv_u_to_bfloat, spirv_u_to_float, spirv_u_to_double, u64;
}

/// The function that compilers call if a processor lacks the instruction: a half is returned in the low half of the
/// register.
extern "C" fn __truncdfhf2(x: f64) -> f32 {
    f32::from_bits(u32::from(to_half(x)))
}

extern "C" fn __truncdfbf2(x: f64) -> f32 {
    f32::from_bits(u32::from(to_bfloat(x)))
}

extern "C" fn __truncsfbf2(x: f32) -> f32 {
    __truncdfbf2(f64::from(x))
}

extern "C" fn __truncsfhf2(x: f32) -> f32 {
    f32::from_bits(u32::from(to_half(f64::from(x))))
}

extern "C" fn __extendhfsf2(x: f32) -> f32 {
    half_value(x.to_bits() as u16) as f32
}

/// Returns the names and addresses of these functions.
pub fn symbols() -> Vec<(String, usize)> {
    named![
        spirv_to_half,
        spirv_f_to_half,
        spirv_f_to_bfloat,
        spirv_f_to_float,
        spirv_s_to_half,
        spirv_s_to_bfloat,
        spirv_s_to_float,
        spirv_s_to_double,
        spirv_u_to_half,
        spirv_u_to_bfloat,
        spirv_u_to_float,
        spirv_u_to_double,
        __truncdfbf2,
        __truncsfbf2,
        __truncdfhf2,
        __truncsfhf2,
        __extendhfsf2,
    ]
}
