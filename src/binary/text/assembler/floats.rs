//! Floating-point numbers as `spirv-as` reads them: decimal, and hexadecimal with `p` and an exponent.
//!
//! Decimal numbers of 32 and 64 bits are rounded to the nearest one, those of the smaller formats to a number of 32
//! bits and from there toward zero. Hexadecimal digits that a format has no room for are dropped. The exponent behind the
//! largest one makes infinities and NaNs.

use crate::binary::text::formats::{self, Format, Layout};

/// The width that an encoding other than IEEE 754 has.
pub(super) fn width_of(encoding: u32) -> Option<u32> {
    formats::of_encoding(encoding).map(|layout| layout.width())
}

/// The bits of a literal, or what is wrong with it.
pub(super) fn parse(text: &str, width: u32, encoding: Option<u32>) -> Result<u64, String> {
    let layout = formats::layout(width, encoding);
    let layout = layout.ok_or_else(|| format!("floating-point numbers of {width} bits have no literals"))?;
    let bits = match layout {
        Layout::Format(format) => bits(text, format),
        Layout::Exponent => bits(text, &formats::DOUBLE).and_then(power),
        Layout::FixedPoint => bits(text, &formats::DOUBLE).and_then(sixty_fourths),
    };
    bits.ok_or_else(|| format!("{text} is no floating-point number of {width} bits in this format"))
}

fn bits(text: &str, format: &Format) -> Option<u64> {
    let (is_negative, rest) = match text.as_bytes().first() {
        Some(b'-') => (true, text.get(1..)?),
        Some(b'+') => (false, text.get(1..)?),
        _ => (false, text),
    };
    let sign = u64::from(is_negative) << (format.width() - 1);
    let magnitude = match rest.strip_prefix("0x").or_else(|| rest.strip_prefix("0X")) {
        Some(digits) => hexadecimal(digits, format),
        None => decimal(rest, format),
    };
    Some(magnitude? | sign)
}

/// A number without sign: digits with a point among them, and an exponent.
fn decimal(text: &str, format: &Format) -> Option<u64> {
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit() || b".eE+-".contains(&byte));
    let begins = text.bytes().next().filter(|byte| byte.is_ascii_digit() || *byte == b'.');
    begins.filter(|_| is_number)?;
    if *format == formats::DOUBLE {
        return text.parse().ok().filter(|number: &f64| number.is_finite()).map(f64::to_bits);
    }
    let number = text.parse().ok().filter(|number: &f32| number.is_finite())?;
    if *format == formats::SINGLE { Some(number.to_bits().into()) } else { narrowed(number, format) }
}

/// Narrows a non-negative number to a smaller format, rounding toward zero.
fn narrowed(number: f32, format: &Format) -> Option<u64> {
    if number == 0.0 {
        return Some(0);
    }
    if format.largest.is_some_and(|largest| number > largest) {
        return None;
    }
    // All numbers of 32 bits are normal ones of 64.
    let bits = f64::from(number).to_bits();
    let exponent = (bits >> formats::DOUBLE.fraction) as i32 - formats::DOUBLE.bias;
    let significand = bits & ((1 << 52) - 1) | 1 << 52;
    let biased = exponent + format.bias;
    let dropped = 52 - format.fraction + u32::try_from(1 - biased).unwrap_or_default();
    let fraction = significand.checked_shr(dropped).unwrap_or_default();
    // The one in front of a normal number's fraction is in the place of the exponent.
    let bits = fraction + (u64::try_from(biased - 1).unwrap_or_default() << format.fraction);
    (bits >> format.fraction <= format.last_finite()).then_some(bits)
}

/// A number without sign, behind `0x`.
fn hexadecimal(text: &str, format: &Format) -> Option<u64> {
    let (mantissa, exponent) = text.split_once('p')?;
    let (whole, part) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let written = written_exponent(exponent)?;
    let digits = || whole.bytes().chain(part.bytes());
    if !digits().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    let Some(leading) = digits().position(|byte| byte != b'0') else { return Some(0) };
    let mut significand: u64 = 0;
    let mut room = 64;
    for digit in digits().skip(leading).take(16).filter_map(|byte| char::from(byte).to_digit(16)) {
        room -= 4;
        significand |= u64::from(digit) << room;
    }
    let above = significand.leading_zeros();
    // Of the highest one, from the point on.
    let place = 4 * (whole.len() as i64 - leading as i64) - 1 - i64::from(above);
    rounded(significand << above, place.saturating_add(written), format)
}

/// Parses the exponent after the `p`, in decimal.
fn written_exponent(text: &str) -> Option<i64> {
    /// A bound for exponents, beyond any that the digits could compensate.
    const FAR: i64 = 1 << 40;
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let number = digits.parse().unwrap_or(FAR).min(FAR);
    Some(if text.starts_with('-') { -number } else { number })
}

/// Returns the number with this significand, whose highest bit is one, and this exponent; bits that do not fit are
/// dropped.
fn rounded(significand: u64, exponent: i64, format: &Format) -> Option<u64> {
    let biased = exponent.saturating_add(format.bias.into());
    let last = format.exponents();
    if biased > last {
        return format.largest.is_none().then_some((last as u64) << format.fraction);
    }
    let dropped = 63 - format.fraction + u32::try_from((1 - biased).clamp(0, 64)).unwrap_or_default();
    let fraction = significand.checked_shr(dropped).unwrap_or_default();
    Some(fraction + (u64::try_from(biased - 1).unwrap_or_default() << format.fraction))
}

/// Returns the exponent of a power of two, for a format that has only exponents.
fn power(bits: u64) -> Option<u64> {
    let number = f64::from_bits(bits);
    let is_power = number > 0.0 && bits & ((1 << 52) - 1) == 0;
    let biased = (bits >> 52) as i64 - i64::from(formats::DOUBLE.bias) + 127;
    u64::try_from(biased).ok().filter(|biased| is_power && *biased <= 254)
}

/// Returns the number of sixty-fourths, in eight bits of two's complement.
fn sixty_fourths(bits: u64) -> Option<u64> {
    let number = f64::from_bits(bits) * 64.0;
    let fits = number.abs() <= 127.0 && number.trunc() == number;
    fits.then_some(u64::from(number as i8 as u8))
}
