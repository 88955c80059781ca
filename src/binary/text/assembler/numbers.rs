//! Integers as `spirv-as` reads them: decimal, hexadecimal behind `0x`, octal behind `0`.

/// Parses a 32-bit number.
pub(super) fn word(text: &[u8]) -> Option<u32> {
    let text = std::str::from_utf8(text).ok()?;
    match text.strip_prefix('-') {
        Some(rest) => magnitude(rest).filter(|number| *number == 0).map(|_| 0),
        None => u32::try_from(unsigned(text)?).ok(),
    }
}

/// Parses a 32-bit number in decimal digits.
pub(super) fn decimal(text: &[u8]) -> Option<u32> {
    let text = std::str::from_utf8(text).ok()?;
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}

/// Parses a number without a sign, or with a plus.
fn unsigned(text: &str) -> Option<u64> {
    magnitude(text.strip_prefix('+').unwrap_or(text))
}

/// Parses digits with an optional prefix for their base.
fn magnitude(text: &str) -> Option<u64> {
    let (digits, base) = match text.as_bytes() {
        [b'0', b'x' | b'X', ..] => (text.get(2..)?, 16),
        [b'0', _, ..] => (text.get(1..)?, 8),
        _ => (text, 10),
    };
    // The library takes a sign, too.
    let is_digits = digits.bytes().all(|byte| byte.is_ascii_alphanumeric());
    is_digits.then(|| u64::from_str_radix(digits, base).ok()).flatten()
}

/// Returns the bits of an integer literal, extended to 64 bits according to its type, or an error message. Hexadecimal
/// digits are the bits of the number, of which the highest one may be the sign.
pub(super) fn integer(text: &str, width: u32, is_signed: bool) -> Result<u64, String> {
    if width > 64 {
        return Err(format!("integers of {width} bits have no literals"));
    }
    let kind = if is_signed { "signed" } else { "unsigned" };
    let refused = || format!("{text} does not fit an {kind} integer of {width} bits").replace("an signed", "a signed");
    let no_integer = || format!("{text} is no integer");
    let mask = u64::MAX.checked_shr(64 - width).unwrap_or_default();
    let sign = if is_signed { mask ^ mask >> 1 } else { 0 };
    if let Some(rest) = text.strip_prefix('-') {
        let number = magnitude(rest).ok_or_else(no_integer)?;
        let fits = is_signed && number <= sign && (width > 0 || number == 0);
        return if fits { Ok(number.wrapping_neg()) } else { Err(refused()) };
    }
    let number = unsigned(text).ok_or_else(no_integer)?;
    let is_hexadecimal = text.starts_with("0x") || text.starts_with("0X");
    let most = if is_hexadecimal { mask } else { mask & !sign };
    match number <= most {
        true if number & sign != 0 => Ok(number | !mask),
        true => Ok(number),
        false => Err(refused()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words() {
        let rows: &[(&str, Option<u32>)] = &[
            ("0", Some(0)),
            ("12", Some(12)),
            ("+12", Some(12)),
            ("0x1F", Some(31)),
            ("0XFFFFFFFF", Some(u32::MAX)),
            ("010", Some(8)),
            ("-0", Some(0)),
            ("4294967296", None),
            ("-1", None),
            ("08", None),
            ("0x", None),
            ("", None),
            ("+", None),
            ("+-1", None),
            ("0x+1", None),
            ("12a", None),
        ];
        rows.iter().for_each(|(text, number)| assert_eq!(word(text.as_bytes()), *number, "{text}"));
        assert_eq!((decimal(b"010"), decimal(b"0x1"), decimal(b"")), (Some(10), None, None));
    }

    #[test]
    fn integers_of_all_widths() {
        let bits = |text: &str, width, is_signed| integer(text, width, is_signed).ok();
        assert_eq!(bits("255", 8, false), Some(255));
        assert_eq!(bits("256", 8, false), None);
        assert_eq!(bits("-128", 8, true), Some(0xFFFF_FFFF_FFFF_FF80));
        assert_eq!((bits("-129", 8, true), bits("128", 8, true)), (None, None));
        assert_eq!(bits("0xFF", 8, true), Some(u64::MAX));
        assert_eq!(bits("0x7F", 8, true), Some(127));
        assert_eq!((bits("0x100", 8, true), bits("-1", 32, false), bits("-0", 32, false)), (None, None, None));
        assert_eq!(bits("18446744073709551615", 64, false), Some(u64::MAX));
        assert_eq!(bits("18446744073709551616", 64, false), None);
        assert_eq!(bits("-9223372036854775808", 64, true), Some(1 << 63));
        assert_eq!(bits("9223372036854775808", 64, true), None);
        assert_eq!((bits("0", 0, false), bits("0", 0, true), bits("1", 0, true)), (Some(0), Some(0), None));
        assert_eq!((bits("0", 65, true), bits("1.0", 32, true), bits("0x", 32, true)), (None, None, None));
        let told = integer("300", 8, true).err();
        assert_eq!(told.as_deref(), Some("300 does not fit a signed integer of 8 bits"));
    }
}
