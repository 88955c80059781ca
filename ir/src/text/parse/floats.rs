//! Parses floating-point numbers in decimal and hexadecimal.

use super::Parser;
use crate::error::Result;
use crate::text::lex::{HexKind, Token};
use crate::types::TypeKind;

impl Parser<'_> {
    /// Parses a floating-point constant of a type.
    pub(super) fn float_constant(&mut self, ty: u32) -> Result<u32> {
        let kind = self.m.types.kind(ty);
        let bits = match self.token {
            Token::Decimal(text) => self.narrowed(decimal(text), kind)?,
            Token::Hex(HexKind::Double, digits) => self.narrowed(word(digits), kind)?,
            Token::Hex(hex, digits) => self.spelled(hex, digits, kind)?,
            _ => return self.fail("expected floating point"),
        };
        let Some(value) = self.m.float(ty, bits) else { return self.fail("floating point must have such a type") };
        self.next()?;
        Ok(value)
    }

    /// Converts the bits of a `double` to a type that must represent it exactly.
    fn narrowed(&self, bits: u64, kind: TypeKind) -> Result<[u64; 2]> {
        let narrow = match kind {
            TypeKind::Double => Some(bits),
            TypeKind::Float => narrowed(bits, 8, 23),
            TypeKind::Half => narrowed(bits, 5, 10),
            TypeKind::BFloat => narrowed(bits, 8, 7),
            _ => return self.fail("this is no spelling of a number of the type"),
        };
        match narrow {
            Some(bits) => Ok([bits, 0]),
            None => self.fail("the type does not have this number"),
        }
    }

    /// Converts the digits of a hexadecimal literal whose prefix determines the format.
    fn spelled(&self, hex: HexKind, digits: &[u8], kind: TypeKind) -> Result<[u64; 2]> {
        let split = |at: usize| {
            let (upper, lower) = digits.split_at_checked(at).unwrap_or((&[], digits));
            // Digits beyond the number of bits are ignored, as in LLVM.
            (word(upper), word(lower.get(..16).unwrap_or(lower)))
        };
        let (wanted, bits) = match hex {
            HexKind::Half => (TypeKind::Half, [word(digits), 0]),
            HexKind::BFloat => (TypeKind::BFloat, [word(digits), 0]),
            HexKind::X86Fp80 => {
                let (upper, lower) = split(digits.len().min(4));
                (TypeKind::X86Fp80, [lower, upper])
            }
            HexKind::Fp128 => (TypeKind::Fp128, split(16).into()),
            _ => (TypeKind::PpcFp128, split(16).into()),
        };
        if kind == wanted { Ok(bits) } else { self.fail(format!("this is a number of `{}`", wanted.word())) }
    }
}

fn word(digits: &[u8]) -> u64 {
    digits.iter().fold(0, |n, &c| n << 4 | (c as char).to_digit(16).unwrap_or(0) as u64)
}

fn decimal(text: &[u8]) -> u64 {
    std::str::from_utf8(text).ok().and_then(|text| text.parse::<f64>().ok()).unwrap_or(0.0).to_bits()
}

/// Converts a `double` to a narrower format that represents it exactly.
fn narrowed(bits: u64, exponent_bits: u32, fraction_bits: u32) -> Option<u64> {
    let sign = (bits >> 63) << (exponent_bits + fraction_bits);
    let (exponent, fraction) = ((bits >> 52 & 0x7ff) as i64, bits & ((1 << 52) - 1));
    let all = (1 << exponent_bits) - 1;
    let drop = 52 - fraction_bits;
    let exact = |number: u64, by: u32| {
        let rest = number.checked_shr(by).unwrap_or(0);
        (rest.checked_shl(by) == Some(number) || number == 0).then_some(rest)
    };
    if exponent == 0x7ff {
        return Some(sign | (all as u64) << fraction_bits | exact(fraction, drop)?);
    }
    if exponent == 0 && fraction == 0 {
        return Some(sign);
    }
    let bias = (1 << (exponent_bits - 1)) - 1;
    let new = exponent - 1023 + bias;
    if new >= all {
        return None;
    }
    if new > 0 {
        return Some(sign | (new as u64) << fraction_bits | exact(fraction, drop)?);
    }
    // A subnormal number: the leading bit is part of the fraction.
    if exponent == 0 {
        return None;
    }
    Some(sign | exact(fraction | 1 << 52, drop + u32::try_from(1 - new).ok()?)?)
}

#[cfg(test)]
mod tests {
    use super::narrowed;

    #[test]
    fn narrow() {
        let float = |value: f64| narrowed(value.to_bits(), 8, 23);
        assert_eq!(float(1.5), Some(u64::from(1.5f32.to_bits())));
        assert_eq!(float(0.1), None);
        assert_eq!(float(-0.0), Some(1 << 31));
        let smallest = f32::from_bits(1);
        assert_eq!(float(f64::from(smallest)), Some(1));
        assert_eq!(float(f64::from(smallest) / 2.0), None);
        assert_eq!(float(1.0e300), None);
        assert_eq!(float(f64::INFINITY), Some(u64::from(f32::INFINITY.to_bits())));
        assert_eq!(narrowed(65504.0f64.to_bits(), 5, 10), Some(0x7bff));
        assert_eq!(narrowed(65536.0f64.to_bits(), 5, 10), None);
    }
}
