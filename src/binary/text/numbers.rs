//! Numbers as the assembler reads them back: decimal, and hexadecimal where decimal would not be exact.
//!
//! In: the words of a literal and its type. Out: text, or nothing if no text assembles to the same words.

use super::formats::{self, DOUBLE, Format, Layout, SINGLE};
use super::put;
use crate::binary::definitions::{Form, Number};
use std::fmt::Write;

/// Writes a literal of this type; returns false if no text assembles to exactly these words.
pub(super) fn put(out: &mut String, number: Number, words: &[u32]) -> bool {
    let bits = match *words {
        [word] => u64::from(word),
        [low, high] => u64::from(high) << 32 | u64::from(low),
        _ => return false,
    };
    let size = 32 * words.len() as u32;
    match number.form {
        Form::Unsigned => fits(bits, number.width) && put_unsigned(out, bits),
        Form::Signed => is_extended(bits, size, number.width) && put_signed(out, bits, size),
        Form::Float => put_layout(out, formats::layout(number.width, None), bits),
        Form::Encoded(encoding) => put_layout(out, formats::of_encoding(encoding), bits),
    }
}

/// Returns whether all bits above the width are zero.
fn fits(bits: u64, width: u32) -> bool {
    bits.checked_shr(width).unwrap_or_default() == 0
}

/// Returns whether all bits above the width are copies of the highest bit within.
fn is_extended(bits: u64, size: u32, width: u32) -> bool {
    let unused = 64_u32.saturating_sub(width).min(63);
    let value = signed(bits, size);
    (value << unused) >> unused == value
}

fn signed(bits: u64, size: u32) -> i64 {
    if size == 32 { i64::from(bits as i32) } else { bits as i64 }
}

/// Writes an unsigned number.
pub(super) fn put_unsigned(out: &mut String, value: u64) -> bool {
    write!(out, "{value}").is_ok()
}

fn put_signed(out: &mut String, bits: u64, size: u32) -> bool {
    write!(out, "{}", signed(bits, size)).is_ok()
}

/// Writes a floating-point number of 32 bits.
pub(super) fn put_float(out: &mut String, word: u32) -> bool {
    put_layout(out, Some(Layout::Format(&SINGLE)), word.into())
}

/// Writes a floating-point number in a layout; returns false if the layout is unknown, or no text denotes the number.
fn put_layout(out: &mut String, layout: Option<Layout>, bits: u64) -> bool {
    let Some(layout) = layout.filter(|layout| fits(bits, layout.width())) else { return false };
    match layout {
        Layout::Format(format) if *format == SINGLE => {
            put_decimal(out, format, bits, f32::from_bits(bits as u32).into(), 9)
        }
        Layout::Format(format) if *format == DOUBLE => put_decimal(out, format, bits, f64::from_bits(bits), 17),
        Layout::Format(format) => put_hex(out, format, bits),
        Layout::Exponent if bits == 255 => return false,
        Layout::Exponent => put!(out, "0x1p{:+}", bits as i32 - 127),
        Layout::FixedPoint if bits == 128 => return false,
        Layout::FixedPoint => put_hex(out, &SINGLE, (f32::from(bits as u8 as i8) / 64.0).to_bits().into()),
    }
    true
}

/// Writes normal numbers and zeros in decimal, with enough digits to be exact, and all others in hexadecimal.
fn put_decimal(out: &mut String, format: &Format, bits: u64, value: f64, digits: usize) {
    let exponent = bits >> format.fraction & ((1 << (format.exponent)) - 1);
    let normal = exponent != 0 && exponent as i32 <= 2 * format.bias;
    if normal || bits << (64 - format.width() + 1) == 0 {
        put_general(out, value, digits);
    } else {
        put_hex(out, format, bits);
    }
}

/// Writes a number as `%.{digits}g` of C does.
fn put_general(out: &mut String, value: f64, digits: usize) {
    let scientific = format!("{value:.*e}", digits - 1);
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or_default();
    if exponent < -4 || exponent >= digits as i32 {
        let sign = if exponent < 0 { '-' } else { '+' };
        let _ = write!(out, "{}e{sign}{:02}", trim(mantissa), exponent.unsigned_abs());
    } else {
        let decimals = (digits as i32 - 1 - exponent).max(0) as usize;
        out.push_str(trim(&format!("{value:.decimals$}")));
    }
}

/// Removes zeros at the end of the fraction.
fn trim(text: &str) -> &str {
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { text }
}

/// Writes a number as `0x1.8p+1`, the form of C; infinities and NaNs have the exponent after the largest one.
fn put_hex(out: &mut String, format: &Format, bits: u64) {
    let mask = (1 << format.fraction) - 1;
    let (sign, mut fraction) = (bits >> (format.width() - 1) & 1, bits & mask);
    let biased = bits >> format.fraction & ((1 << (format.exponent)) - 1);
    let zero = biased == 0 && fraction == 0;
    let mut exponent = if zero { 0 } else { biased as i32 - format.bias };
    if biased == 0 && !zero {
        // Subnormal: shift the first one out of the fraction.
        let shift = fraction.leading_zeros() + format.fraction - 64 + 1;
        exponent -= shift as i32 - 1;
        fraction = fraction << shift & mask;
    }
    let _ = write!(out, "{}0x{}", if sign == 1 { "-" } else { "" }, u8::from(!zero));
    put_fraction(out, fraction, format.fraction);
    let _ = write!(out, "p{exponent:+}");
}

fn put_fraction(out: &mut String, fraction: u64, bits: u32) {
    let digits = bits.div_ceil(4);
    let text = format!("{:0width$x}", fraction << (digits * 4 - bits), width = digits as usize);
    let text = text.trim_end_matches('0');
    if !text.is_empty() {
        let _ = write!(out, ".{text}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn float(width: u32, bits: u64) -> String {
        let mut out = String::new();
        put_layout(&mut out, formats::layout(width, None), bits);
        out
    }

    #[test]
    fn halves_are_hexadecimal() {
        let expected = [
            (0x0000, "0x0p+0"),
            (0x8000, "-0x0p+0"),
            (0x3C00, "0x1p+0"),
            (0x3E00, "0x1.8p+0"),
            (0xBC01, "-0x1.004p+0"),
            (0x7C00, "0x1p+16"),
            (0x7E00, "0x1.8p+16"),
            (0x0001, "0x1p-24"),
            (0x03FF, "0x1.ff8p-15"),
        ];
        expected.iter().for_each(|(bits, text)| assert_eq!(float(16, *bits), *text));
    }

    #[test]
    fn floats_are_decimal_or_else_hexadecimal() {
        let expected = [
            (0.0f32.to_bits(), "0"),
            ((-0.0f32).to_bits(), "-0"),
            (1.0f32.to_bits(), "1"),
            (0.1f32.to_bits(), "0.100000001"),
            (1e-5f32.to_bits(), "9.99999975e-06"),
            (1e9f32.to_bits(), "1e+09"),
            (123_456_789f32.to_bits(), "123456792"),
            (f32::MAX.to_bits(), "3.40282347e+38"),
            (f32::INFINITY.to_bits(), "0x1p+128"),
            (0xFFC0_0001, "-0x1.800002p+128"),
            (1, "0x1p-149"),
            (0x007F_FFFF, "0x1.fffffcp-127"),
        ];
        expected.iter().for_each(|(bits, text)| assert_eq!(float(32, (*bits).into()), *text));
    }

    #[test]
    fn doubles_too() {
        let expected = [
            (0.1f64.to_bits(), "0.10000000000000001"),
            (1e300f64.to_bits(), "1.0000000000000001e+300"),
            (f64::NEG_INFINITY.to_bits(), "-0x1p+1024"),
            (1, "0x1p-1074"),
            (0x000F_FFFF_FFFF_FFFF, "0x1.ffffffffffffep-1023"),
        ];
        expected.iter().for_each(|(bits, text)| assert_eq!(float(64, *bits), *text));
        assert!(!put_layout(&mut String::new(), formats::layout(8, None), 0));
    }

    #[test]
    fn s0_11_words_that_are_not_extended_have_no_text() {
        let put = |form, width, words: &[u32]| {
            let mut out = String::new();
            put(&mut out, Number { form, width }, words).then_some(out)
        };
        assert_eq!(put(Form::Unsigned, 8, &[255]).as_deref(), Some("255"));
        assert_eq!(put(Form::Unsigned, 8, &[256]), None);
        assert_eq!(put(Form::Signed, 16, &[0xFFFF_8000]).as_deref(), Some("-32768"));
        assert_eq!(put(Form::Signed, 16, &[0x8000]), None);
        assert_eq!(put(Form::Unsigned, 64, &[1, 1]).as_deref(), Some("4294967297"));
        assert_eq!(put(Form::Float, 16, &[0x1_0000]), None);
        assert_eq!(put(Form::Encoded(99), 16, &[0]), None);
        assert_eq!(put(Form::Encoded(0), 16, &[0x3F80]).as_deref(), Some("0x1p+0"));
        assert_eq!(put(Form::Encoded(4226), 8, &[254]).as_deref(), Some("0x1p+127"));
        assert_eq!(put(Form::Encoded(4227), 8, &[0xA0]).as_deref(), Some("-0x1.8p+0"));
        assert_eq!((put(Form::Encoded(4226), 8, &[255]), put(Form::Encoded(4227), 8, &[128])), (None, None));
        assert_eq!(put(Form::Unsigned, 128, &[0, 0, 0, 0]), None);
        assert_eq!(put(Form::Signed, 0, &[0]).as_deref(), Some("0"));
    }
}
