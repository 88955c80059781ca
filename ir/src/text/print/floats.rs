//! Prints floating-point numbers: in decimal if six digits are exact, otherwise in hexadecimal.

use crate::types::TypeKind;

/// The number of digits of a decimal number in assembly.
const DIGITS: usize = 6;

/// Returns the bits of a `float` as a `double`; NaNs keep their payload.
fn widened(bits: u32) -> u64 {
    let value = f32::from_bits(bits);
    if value.is_nan() {
        return ((bits >> 31) as u64) << 63 | 0x7ff << 52 | ((bits & 0x7f_ffff) as u64) << 29;
    }
    f64::from(value).to_bits()
}

/// Returns the number as `1.500000e+00`, if that is exact and LLVM prints it so.
fn decimal(value: f64) -> Option<String> {
    let text = format!("{value:.*e}", DIGITS - 1);
    let (digits, exponent) = text.split_once('e')?;
    if text.parse::<f64>().ok()?.to_bits() != value.to_bits() || !is_found(value.abs(), digits) {
        return None;
    }
    let (sign, exponent) = match exponent.strip_prefix('-') {
        Some(exponent) => ('-', exponent),
        None => ('+', exponent),
    };
    Some(format!("{digits}0e{sign}{exponent:0>2}"))
}

/// Returns whether LLVM arrives at these digits: it truncates the decimal expansion (`APFloat::toString`) before it rounds, which
/// turns 1e-7 into 9.99999.
fn is_found(value: f64, digits: &str) -> bool {
    let wanted: Vec<u8> = digits.bytes().filter(u8::is_ascii_digit).collect();
    let all = expansion(value);
    let bits = integer_bits(value);
    // A slight overestimate of the bits of six digits, and of the digits that can be dropped.
    let needed = (DIGITS * 196).div_ceil(59);
    let removed = bits.saturating_sub(needed) * 59 / 196;
    let mut kept: Vec<u8> = all.bytes().take(all.len() - removed.min(all.len())).collect();
    let up = kept.get(DIGITS).is_some_and(|&digit| digit >= b'5');
    kept.truncate(DIGITS);
    if up {
        while kept.last() == Some(&b'9') {
            kept.pop();
        }
        match kept.last_mut() {
            Some(last) => *last += 1,
            None => kept.push(b'1'),
        }
    }
    let trimmed = |digits: &[u8]| digits.iter().rposition(|&d| d != b'0').map_or(0, |last| last + 1);
    kept.get(..trimmed(&kept)) == wanted.get(..trimmed(&wanted))
}

/// Returns the number as `significand * 2^exponent`; the lowest bit of the significand is set unless it is zero.
fn significand_and_exponent(value: f64) -> (u64, i32) {
    let bits = value.to_bits();
    let (fraction, exponent) = (bits & ((1 << 52) - 1), (bits >> 52 & 0x7ff) as i32);
    let (significand, exponent) = if exponent == 0 { (fraction, -1074) } else { (fraction | 1 << 52, exponent - 1075) };
    let zeros = significand.trailing_zeros().min(63);
    (significand >> zeros, exponent + zeros as i32)
}

/// Returns the digits of the number, scaled by a power of ten to an integer.
fn expansion(value: f64) -> String {
    let (_, exponent) = significand_and_exponent(value);
    if exponent >= 0 {
        return format!("{value:.0}");
    }
    let text = format!("{value:.*}", exponent.unsigned_abs() as usize);
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    digits.trim_start_matches('0').to_owned()
}

/// Returns the number of bits of the integer in [`expansion`]: of `significand * 5^-exponent`, or `significand * 2^exponent`.
fn integer_bits(value: f64) -> usize {
    let (significand, exponent) = significand_and_exponent(value);
    let bits = |n: u64| (u64::BITS - n.leading_zeros()) as usize;
    if exponent >= 0 {
        return bits(significand) + exponent as usize;
    }
    let mut limbs = vec![significand as u32, (significand >> 32) as u32];
    for _ in 0..exponent.unsigned_abs() {
        let mut carry = 0u64;
        for limb in &mut limbs {
            let product = *limb as u64 * 5 + carry;
            (*limb, carry) = (product as u32, product >> 32);
        }
        if carry > 0 {
            limbs.push(carry as u32);
        }
    }
    let last = limbs.iter().rposition(|&limb| limb != 0).unwrap_or(0);
    last * 32 + bits(limbs.get(last).copied().unwrap_or(0) as u64)
}

/// Returns a floating-point number of a type in hexadecimal, by its bits.
pub(super) fn float(kind: TypeKind, low: u64, high: u64) -> String {
    match kind {
        TypeKind::Half => format!("0xH{low:04X}"),
        TypeKind::BFloat => format!("0xR{low:04X}"),
        TypeKind::X86Fp80 => format!("0xK{:04X}{low:016X}", high & 0xffff),
        TypeKind::Fp128 => format!("0xL{low:016X}{high:016X}"),
        TypeKind::PpcFp128 => format!("0xM{low:016X}{high:016X}"),
        _ => {
            let bits = if kind == TypeKind::Float { widened(low as u32) } else { low };
            let value = f64::from_bits(bits);
            match decimal(value) {
                Some(text) if value.is_finite() => text,
                _ => format!("0x{bits:X}"),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::float;
    use crate::types::TypeKind;

    #[test]
    fn floats() {
        let double = |value: f64| float(TypeKind::Double, value.to_bits(), 0);
        assert_eq!(double(1.5), "1.500000e+00");
        assert_eq!(double(-0.0), "-0.000000e+00");
        assert_eq!(double(0.1), "1.000000e-01");
        assert_eq!(double(1.0e-7), "0x3E7AD7F29ABCAF48");
        assert_eq!(double(0.0), "0.000000e+00");
        assert_eq!(double(1.0e300), "1.000000e+300");
        assert_eq!(double(1_234_560.0), "1.234560e+06");
        assert_eq!(double(1.234_567), "0x3FF3C0C9539B8887");
        assert_eq!(double(f64::INFINITY), "0x7FF0000000000000");
        assert_eq!(float(TypeKind::Float, 0x7f80_0001, 0), "0x7FF0000020000000");
        assert_eq!(float(TypeKind::Half, 0x3c00, 0), "0xH3C00");
    }
}
