//! `--spec-const-info` and `--spec-const`.

use super::failure::Failure;
use super::scalars::{Constant, Form};
use std::collections::BTreeMap;

const EXPECTED: &str = "Expected format: -spec-const \"<id1:type1:value1 id2:type2:value2 ...>\"";
const ALLOWED: &str = "Allowed types are: i1, i8, i16, i32, i64, f16, f32, f64";

/// Returns the list of scalar specialization constants.
pub fn info(constants: &[Constant]) -> String {
    let mut text = format!("Number of scalar specialization constants in the module = {}\n", constants.len());
    for constant in constants {
        let letter = if matches!(constant.form, Form::Float | Form::BFloat) { 'f' } else { 'i' };
        let (id, size, width) = (constant.spec_id, size(constant.width), constant.width);
        text.push_str(&format!("Spec const id = {id}, size in bytes = {size}, type = {letter}{width}\n"));
    }
    text
}

fn size(width: u32) -> u32 {
    width.div_ceil(8)
}

/// Parses `id:type:value ...`; later entries win.
pub fn parse(list: &str, constants: &[Constant]) -> Result<BTreeMap<u32, u64>, Failure> {
    let mut values = BTreeMap::new();
    for option in list.split(' ').filter(|option| !option.is_empty()) {
        let (id, value) = entry(option, constants).map_err(|text| Failure::tool(format!("Error: {text}")))?;
        values.insert(id, value);
    }
    Ok(values)
}

fn entry(option: &str, constants: &[Constant]) -> Result<(u32, u64), String> {
    let mut parts = option.splitn(3, ':');
    let (Some(id), Some(ty), Some(value)) = (parts.next(), parts.next(), parts.next()) else {
        return Err(format!("Invalid format of -spec-const option: \"{option}\". {EXPECTED}"));
    };
    let number: u32 = id.parse().map_err(|_| {
        format!("Invalid id for '-spec-const' option! In \"{option}\": \"{id}\" must be a 32-bit unsigned integer")
    })?;
    let constant = constants.iter().find(|constant| constant.spec_id == number).ok_or_else(|| {
        format!(
            "CL_INVALID_SPEC_ID. \"{option}\": There is no specialization constant with id = {number} in the SPIR-V module."
        )
    })?;
    let wrong_type =
        || format!("Invalid type for '-spec-const' option! In \"{option}\": \"{ty}\" - is not allowed type. {ALLOWED}");
    let value = match (ty.strip_prefix('i'), ty.strip_prefix('f')) {
        (Some(width), _) => integer(option, width.parse().unwrap_or(0), value, constant).ok_or_else(wrong_type)?,
        (_, Some(width)) => float(option, width.parse().unwrap_or(0), value).ok_or_else(wrong_type)?,
        _ => return Err(wrong_type()),
    };
    value.map(|value| (number, value))
}

/// Parses an integer; returns nothing if the width is not allowed.
fn integer(option: &str, width: u32, value: &str, constant: &Constant) -> Option<Result<u64, String>> {
    if !width.is_power_of_two() || width > 64 {
        return None;
    }
    if size(width) != size(constant.width) {
        return Some(Err(format!(
            "CL_INVALID_VALUE. In \"{option}\": Size of type i{width} ({} bytes) does not match the size of the \
             specialization constant in the module ({} bytes)",
            size(width),
            size(constant.width)
        )));
    }
    let parsed = value.parse::<u64>().ok().filter(|value| width == 64 || value >> width == 0);
    Some(parsed.ok_or_else(|| cannot(option, value, &format!("{width}-bit integer number"))))
}

fn float(option: &str, width: u32, value: &str) -> Option<Result<u64, String>> {
    if !matches!(width, 16 | 32 | 64) {
        return None;
    }
    let bits = match value.strip_prefix("0x") {
        Some(hex) => u64::from_str_radix(hex, 16).ok(),
        None => value.parse::<f64>().ok().and_then(|number| to_bits(number, width, value)),
    };
    Some(bits.ok_or_else(|| cannot(option, value, &format!("{width}-bit floating point number"))))
}

/// Returns the bits of a number in a floating-point format, or nothing if it is too large.
pub fn to_bits(number: f64, width: u32, text: &str) -> Option<u64> {
    let finite =
        |is_finite: bool, bits: u64| (is_finite || number.is_infinite() && text.contains("inf")).then_some(bits);
    match width {
        64 => finite(number.is_finite(), number.to_bits()),
        32 => {
            let single: f32 = text.parse().ok()?;
            finite(single.is_finite(), single.to_bits().into())
        }
        _ => {
            let bits = half(number);
            finite(bits & 0x7C00 != 0x7C00, bits.into())
        }
    }
}

/// Returns the nearest number of 16 bits, ties to even.
fn half(number: f64) -> u16 {
    let sign = if number.is_sign_negative() { 0x8000 } else { 0 };
    let magnitude = number.abs();
    if magnitude >= 65520.0 {
        return sign | 0x7C00;
    }
    let exponent = (magnitude.to_bits() >> 52) as i32 - 1023;
    let exponent = exponent.max(-14);
    let units = (magnitude * 2f64.powi(10 - exponent)).round_ties_even() as u16;
    // Units of 1024 and more carry into the exponent, which is what rounding up to the next power means.
    sign | (((exponent + 14) as u16) << 10).wrapping_add(units)
}

fn cannot(option: &str, value: &str, what: &str) -> String {
    format!("Invalid value for '-spec-const' option! In \"{option}\": can't convert \"{value}\" to {what}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn constants() -> [Constant; 3] {
        let of = |spec_id, width, form| Constant { spec_id, width, form, is_signed: false };
        [of(101, 8, Form::Integer), of(106, 1, Form::Bool), of(108, 16, Form::Float)]
    }

    #[test]
    fn s3_spec_const_info_lines() {
        let text = info(&constants());
        assert!(text.starts_with("Number of scalar specialization constants in the module = 3\n"));
        assert!(text.contains("\nSpec const id = 106, size in bytes = 1, type = i1\n"), "{text}");
    }

    #[test]
    fn s3_spec_const_values() {
        let values = parse("101:i8:42 106:i1:1 108:f16:5.5 101:i8:11", &constants()).unwrap_or_default();
        assert_eq!(values.into_iter().collect::<Vec<_>>(), [(101, 11), (106, 1), (108, 0x4580)]);
        for wrong in ["1234", "q:i32:4", "10:i32:1", "101:32:9", "101:i9:9", "101:f8:9", "101:i8:257", "101:i32:1"] {
            assert!(parse(wrong, &constants()).is_err(), "{wrong}");
        }
    }

    #[test]
    fn s3_halves() {
        for (number, bits) in [(0.0, 0), (1.0, 0x3C00), (-2.0, 0xC000), (65504.0, 0x7BFF), (6e-8, 1), (1e-4, 0x068E)] {
            assert_eq!(half(number), bits, "{number}");
        }
    }
}
