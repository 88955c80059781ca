//! Arithmetic on floating-point numbers as in LLVM's `APFloat`, in all formats but PowerPC's pair of doubles. Results are rounded to
//! nearest, ties to even; if an operand is NaN, the first NaN is the result, made quiet.

use super::integer::Integer;
use crate::instruction::{Opcode, Predicate};
use crate::types::TypeKind;
use std::cmp::Ordering;

/// A binary floating-point format of IEEE 754, or similar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Format {
    bits: u32,
    /// The number of bits of a significand, including the implicit one.
    precision: u32,
    /// The largest exponent; the smallest is one minus it.
    most: i32,
    /// True if the highest bit of the significand is stored explicitly.
    whole: bool,
}

impl Format {
    pub(crate) fn of(kind: TypeKind) -> Option<Format> {
        let (bits, precision, most) = match kind {
            TypeKind::Half => (16, 11, 15),
            TypeKind::BFloat => (16, 8, 127),
            TypeKind::Float => (32, 24, 127),
            TypeKind::Double => (64, 53, 1023),
            TypeKind::X86Fp80 => (80, 64, 16383),
            TypeKind::Fp128 => (128, 113, 16383),
            _ => return None,
        };
        Some(Format { bits, precision, most, whole: kind == TypeKind::X86Fp80 })
    }

    /// Returns the number of stored bits of a significand.
    fn stored(self) -> u32 {
        self.precision - !self.whole as u32
    }

    /// Returns the exponent of the lowest bit of the smallest numbers.
    fn least(self) -> i32 {
        2 - self.most - self.precision as i32
    }

    fn special(self, negative: bool, payload: u128) -> u128 {
        let field = (1 << (self.bits - 1 - self.stored())) - 1;
        let one = if self.whole { 1 << (self.precision - 1) } else { 0 };
        (negative as u128) << (self.bits - 1) | field << self.stored() | one | payload
    }

    /// Returns the bits of the quiet NaN without a payload.
    pub(crate) fn nan(self) -> u128 {
        self.special(false, 1 << (self.precision - 2))
    }
}

/// A floating-point number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Number {
    Nan {
        negative: bool,
        payload: u128,
    },
    Infinity {
        negative: bool,
    },
    /// The significand times 2 to the exponent.
    Finite {
        negative: bool,
        exponent: i32,
        significand: u128,
    },
}
use Number::{Finite, Infinity, Nan};

fn mask(bits: u32) -> u128 {
    if bits >= 128 { u128::MAX } else { (1 << bits) - 1 }
}

fn length(significand: u128) -> u32 {
    128 - significand.leading_zeros()
}

/// Returns a significand shifted right, with the lowest bit set if bits are lost.
fn jammed(significand: u128, by: u32) -> u128 {
    let kept = significand.checked_shr(by).unwrap_or(0);
    kept | (significand & mask(by) != 0) as u128
}

/// Decodes a number; `None` for an encoding that the processor rejects.
fn decode(format: Format, bits: u128) -> Option<Number> {
    let negative = bits >> (format.bits - 1) & 1 != 0;
    let fraction = bits & mask(format.precision - 1);
    let one = 1 << (format.precision - 1);
    let field = (bits >> format.stored() & mask(format.bits - 1 - format.stored())) as i32;
    if format.whole && (field != 0) != (bits & one != 0) {
        return None;
    }
    Some(match field {
        0 => Finite { negative, exponent: format.least(), significand: fraction },
        _ if field < 2 * format.most + 1 => {
            Finite { negative, exponent: format.least() + field - 1, significand: fraction | one }
        }
        _ if fraction == 0 => Infinity { negative },
        _ => Nan { negative, payload: fraction },
    })
}

/// Encodes a number, rounded to the nearest one of the format.
fn encode(format: Format, number: Number) -> u128 {
    let (negative, exponent, significand) = match number {
        Nan { negative, payload } => return format.special(negative, payload | 1 << (format.precision - 2)),
        Infinity { negative } => return format.special(negative, 0),
        Finite { negative, exponent, significand } => (negative, exponent, significand),
    };
    let top = exponent + length(significand) as i32;
    let mut lowest = format.least().max(top - format.precision as i32);
    let mut kept = match u32::try_from(lowest - exponent) {
        Ok(lost) => rounded(significand, lost),
        Err(_) => significand << exponent.abs_diff(lowest),
    };
    if kept >> format.precision != 0 {
        kept >>= 1;
        lowest += 1;
    }
    let field = if kept >> (format.precision - 1) == 0 { 0 } else { lowest - format.least() + 1 };
    if field > 2 * format.most {
        return format.special(negative, 0);
    }
    (negative as u128) << (format.bits - 1) | (field as u128) << format.stored() | kept & mask(format.stored())
}

/// Returns a significand shifted right by `lost` bits, rounded to nearest.
fn rounded(significand: u128, lost: u32) -> u128 {
    if lost == 0 || lost > 128 {
        return if lost == 0 { significand } else { 0 };
    }
    let kept = significand.checked_shr(lost).unwrap_or(0);
    let (rest, half) = (significand & mask(lost), 1u128 << (lost - 1));
    kept + (rest > half || rest == half && kept & 1 != 0) as u128
}

fn zero(negative: bool) -> Number {
    Finite { negative, exponent: 0, significand: 0 }
}

/// Returns the sum of two numbers other than zero.
fn sum(a: (bool, i32, u128), b: (bool, i32, u128)) -> Number {
    let top = |(_, exponent, significand): (bool, i32, u128)| exponent + length(significand) as i32;
    let (large, small) = if top(a) >= top(b) { (a, b) } else { (b, a) };
    // One bit above for a carry, one below for lost bits.
    let exponent = top(large) - 126;
    let align = |(_, of, significand): (bool, i32, u128)| match u32::try_from(of - exponent) {
        Ok(up) => significand << up,
        Err(_) => jammed(significand, of.abs_diff(exponent)),
    };
    let (x, y) = (align(large), align(small));
    if large.0 == small.0 {
        return Finite { negative: large.0, exponent, significand: x + y };
    }
    let negative = if x == y { false } else { large.0 == (x > y) };
    Finite { negative, exponent, significand: x.abs_diff(y) }
}

/// Returns the product of two significands, shortened to 128 bits, and the exponent of its lowest bit.
fn product(a: u128, b: u128) -> (u128, i32) {
    let low = mask(64);
    let (middle, other) = ((a >> 64) * (b & low), (a & low) * (b >> 64));
    let (sum, carry) = ((a & low) * (b & low)).overflowing_add(middle << 64);
    let (lower, again) = sum.overflowing_add(other << 64);
    let upper = (a >> 64) * (b >> 64) + (middle >> 64) + (other >> 64) + carry as u128 + again as u128;
    match length(upper) {
        0 => (lower, 0),
        shift => (upper.checked_shl(128 - shift).unwrap_or(0) | jammed(lower, shift), shift as i32),
    }
}

/// Returns the quotient of two significands of equal length (shifted up for that), times 2 to the 119.
fn quotient(a: u128, b: u128) -> u128 {
    let (mut rest, by) = (a << (127 - length(a)), b << (127 - length(b)));
    let mut quotient = 0;
    for _ in 0..120 {
        quotient <<= 1;
        if rest >= by {
            rest -= by;
            quotient |= 1;
        }
        rest <<= 1;
    }
    quotient | (rest != 0) as u128
}

/// Returns the remainder of a division as exponent and significand.
fn rest(a: (i32, u128), b: (i32, u128)) -> (i32, u128) {
    if a.0 >= b.0 {
        let left = (b.0..a.0).fold(a.1 % b.1, |left, _| (left << 1) % b.1);
        return (b.0, left);
    }
    let up = b.0.abs_diff(a.0);
    if length(b.1) + up > 128 { a } else { (a.0, a.1 % (b.1 << up)) }
}

/// Returns the bits of `fadd`, `fsub`, `fmul`, `fdiv` or `frem`.
pub(crate) fn binary(format: Format, opcode: Opcode, a: u128, b: u128) -> Option<u128> {
    let (a, b) = (decode(format, a)?, decode(format, b)?);
    let nan = |number| matches!(number, Nan { .. });
    let found = match opcode {
        _ if nan(a) => Some(a),
        _ if nan(b) => Some(b),
        Opcode::FAdd => add(a, b),
        Opcode::FSub => add(a, negated(b)),
        Opcode::FMul => multiply(a, b),
        Opcode::FDiv => divide(a, b),
        Opcode::FRem => remainder(a, b),
        _ => return None,
    };
    Some(found.map_or(format.nan(), |number| encode(format, number)))
}

fn negated(number: Number) -> Number {
    match number {
        Nan { negative, payload } => Nan { negative: !negative, payload },
        Infinity { negative } => Infinity { negative: !negative },
        Finite { negative, exponent, significand } => Finite { negative: !negative, exponent, significand },
    }
}

fn is_negative(number: Number) -> bool {
    match number {
        Nan { negative, .. } | Infinity { negative } | Finite { negative, .. } => negative,
    }
}

fn is_zero(number: Number) -> bool {
    matches!(number, Finite { significand: 0, .. })
}

/// Returns the sum; `None` stands for NaN.
fn add(a: Number, b: Number) -> Option<Number> {
    Some(match (a, b) {
        (Infinity { .. }, Infinity { .. }) if a != b => return None,
        (Infinity { .. }, _) => a,
        (_, Infinity { .. }) => b,
        _ if is_zero(a) && is_zero(b) => zero(is_negative(a) && is_negative(b)),
        _ if is_zero(a) => b,
        _ if is_zero(b) => a,
        (
            Finite { negative, exponent, significand },
            Finite { negative: other, exponent: exponent2, significand: significand2 },
        ) => sum((negative, exponent, significand), (other, exponent2, significand2)),
        _ => return None,
    })
}

fn multiply(a: Number, b: Number) -> Option<Number> {
    let negative = is_negative(a) != is_negative(b);
    Some(match (a, b) {
        (Infinity { .. }, other) | (other, Infinity { .. }) if is_zero(other) => return None,
        (Infinity { .. }, _) | (_, Infinity { .. }) => Infinity { negative },
        (Finite { exponent, significand, .. }, Finite { exponent: exponent2, significand: significand2, .. }) => {
            let (significand, shift) = product(significand, significand2);
            Finite { negative, exponent: exponent + exponent2 + shift, significand }
        }
        _ => return None,
    })
}

fn divide(a: Number, b: Number) -> Option<Number> {
    let negative = is_negative(a) != is_negative(b);
    Some(match (a, b) {
        (Infinity { .. }, Infinity { .. }) => return None,
        (Infinity { .. }, _) => Infinity { negative },
        (_, Infinity { .. }) => zero(negative),
        _ if is_zero(b) => {
            return (!is_zero(a)).then_some(Infinity { negative });
        }
        _ if is_zero(a) => zero(negative),
        (Finite { exponent, significand, .. }, Finite { exponent: exponent2, significand: significand2, .. }) => {
            let lengths = length(significand) as i32 - length(significand2) as i32;
            let exponent = exponent - exponent2 + lengths - 119;
            Finite { negative, exponent, significand: quotient(significand, significand2) }
        }
        _ => return None,
    })
}

fn remainder(a: Number, b: Number) -> Option<Number> {
    match (a, b) {
        (Infinity { .. }, _) => None,
        _ if is_zero(b) => None,
        (_, Infinity { .. }) => Some(a),
        (Finite { negative, exponent, significand }, Finite { exponent: exponent2, significand: significand2, .. }) => {
            let (exponent, significand) = rest((exponent, significand), (exponent2, significand2));
            Some(Finite { negative, exponent, significand })
        }
        _ => None,
    }
}

/// Converts the bits of a number to another format.
pub(crate) fn convert(from: Format, to: Format, bits: u128) -> Option<u128> {
    let number = match decode(from, bits)? {
        Nan { negative, payload } => {
            let wider = to.precision.checked_sub(from.precision);
            let narrower = from.precision.saturating_sub(to.precision);
            Nan { negative, payload: wider.map_or(payload >> narrower, |by| payload << by) }
        }
        number => number,
    };
    Some(encode(to, number))
}

/// Returns the bits of the number nearest to an integer.
pub(crate) fn from_integer(to: Format, integer: &Integer, signed: bool) -> u128 {
    let negative = signed && integer.is_negative();
    let magnitude = if negative { integer.negated() } else { integer.clone() };
    let shift = magnitude.length().saturating_sub(128);
    let top = magnitude.lshr(shift);
    let word = |i: usize| top.words.get(i).copied().unwrap_or(0) as u128;
    let lost = shift > 0 && magnitude != top.shl(shift);
    let significand = word(1) << 64 | word(0) | lost as u128;
    encode(to, Finite { negative, exponent: shift as i32, significand })
}

/// Converts a number to an integer by truncation; `None` if it is out of range.
pub(crate) fn to_integer(from: Format, bits: u128, width: u32, signed: bool) -> Option<Integer> {
    let Finite { negative, exponent, significand } = decode(from, bits)? else { return None };
    let (significand, up) = match u32::try_from(exponent) {
        Ok(up) => (significand, up),
        Err(_) => (significand.checked_shr(exponent.unsigned_abs()).unwrap_or(0), 0),
    };
    if significand == 0 {
        return Some(Integer::new(width, &[]));
    }
    let long = length(significand) + up;
    let least = signed && negative && long == width && significand.is_power_of_two();
    if long > width - signed as u32 && !least || negative && !signed {
        return None;
    }
    let wide = Integer::new(width.max(128), &[significand as u64, (significand >> 64) as u64]).shl(up);
    let integer = Integer::new(width, &wide.words);
    Some(if negative { integer.negated() } else { integer })
}

/// Compares two numbers: `Some(None)` if one is NaN, `None` for an invalid encoding.
pub(crate) fn order(format: Format, a: u128, b: u128) -> Option<Option<Ordering>> {
    let key = |bits: u128| {
        let magnitude = (bits & mask(format.bits - 1)) as i128;
        match decode(format, bits)? {
            Nan { .. } => Some(None),
            number => Some(Some(if is_negative(number) { -magnitude } else { magnitude })),
        }
    };
    let (a, b) = (key(a)?, key(b)?);
    Some(a.zip(b).map(|(a, b)| a.cmp(&b)))
}

/// Returns whether an `fcmp` predicate holds for operands in an order; `None` is unordered.
pub(crate) fn holds(predicate: Predicate, order: Option<Ordering>) -> bool {
    // The bits of a predicate stand for the orders for which it is true: equal, greater, less, unordered.
    let bit = match order {
        Some(Ordering::Equal) => 1,
        Some(Ordering::Greater) => 2,
        Some(Ordering::Less) => 4,
        None => 8,
    };
    predicate as u8 & bit != 0
}

/// Returns the bits of a number with the sign inverted.
pub(crate) fn flipped(format: Format, bits: u128) -> u128 {
    bits ^ 1 << (format.bits - 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use llvm_spirv_testing::Random;

    /// Checks the results against the processor's arithmetic on `double` and `float`.
    #[test]
    fn arithmetic_is_the_processors() {
        let (single, double) = (Format::of(TypeKind::Float).unwrap(), Format::of(TypeKind::Double).unwrap());
        let mut random = Random::new(1, 0);
        for round in 0..300_000u32 {
            let (mut x, mut y) = (random.number(), random.number());
            if round % 3 == 0 {
                // Nearly equal numbers, and numbers with few significant bits.
                (x, y) = (x & 0xbff0_0000_0000_ffff | 1 << 62, y & 0x8030_f000_0000_0001 | 1 << 62);
            }
            for (opcode, native, short) in [
                (Opcode::FAdd, (|a, b| a + b) as fn(f64, f64) -> f64, (|a, b| a + b) as fn(f32, f32) -> f32),
                (Opcode::FSub, |a, b| a - b, |a, b| a - b),
                (Opcode::FMul, |a, b| a * b, |a, b| a * b),
                (Opcode::FDiv, |a, b| a / b, |a, b| a / b),
                (Opcode::FRem, |a, b| a % b, |a, b| a % b),
            ] {
                let want = native(f64::from_bits(x), f64::from_bits(y));
                let got = f64::from_bits(binary(double, opcode, x as u128, y as u128).unwrap() as u64);
                assert!(want.to_bits() == got.to_bits() || want.is_nan() && got.is_nan(), "{opcode:?} {x:x} {y:x}");
                let (a, b) = ((x >> 32) as u32, (y >> 32) as u32);
                let want = short(f32::from_bits(a), f32::from_bits(b));
                let got = f32::from_bits(binary(single, opcode, a as u128, b as u128).unwrap() as u32);
                assert!(want.to_bits() == got.to_bits() || want.is_nan() && got.is_nan(), "{opcode:?} {a:x} {b:x}");
            }
            let want = f64::from_bits(x) as f32;
            let got = f32::from_bits(convert(double, single, x as u128).unwrap() as u32);
            assert!(want.to_bits() == got.to_bits() || want.is_nan() && got.is_nan(), "{x:x}");
            let integer = Integer::new(64, &[x]);
            assert_eq!(from_integer(double, &integer, true), (x as i64 as f64).to_bits() as u128);
            assert_eq!(from_integer(single, &integer, false), (x as f32).to_bits() as u128);
        }
    }

    #[test]
    fn halves_go_to_all_and_back() {
        let half = Format::of(TypeKind::Half).unwrap();
        for kind in [TypeKind::Float, TypeKind::Double, TypeKind::X86Fp80, TypeKind::Fp128] {
            let other = Format::of(kind).unwrap();
            for bits in 0..1 << 16 {
                let quiet = if bits & 0x7c00 == 0x7c00 && bits & 0x3ff != 0 { bits | 0x200 } else { bits };
                let there = convert(half, other, bits).unwrap();
                assert_eq!(convert(other, half, there), Some(quiet), "{bits:x}");
            }
        }
    }
}
