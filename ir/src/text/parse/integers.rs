//! Parses integers of any width.

use super::Parser;
use crate::error::Result;
use crate::text::lex::Token;

/// The limit on the digits of an integer, as parsing takes quadratic time.
const MOST_DIGITS: usize = 1 << 17;

impl Parser<'_> {
    /// Returns the words of the integer at the token, which must fit a type of `bits` bits; upper words may be missing.
    pub(super) fn integer_words(&self, bits: u64) -> Result<Vec<u64>> {
        let count = bits.div_ceil(64).max(1) as usize;
        match self.token {
            Token::Integer(digits) if digits.len() > MOST_DIGITS => {
                self.fail(format!("integers of more than {MOST_DIGITS} digits are not read"))
            }
            // The common short integers.
            Token::Integer(digits @ [b'0'..=b'9', ..]) if digits.len() < 19 => {
                Ok(vec![crate::text::lex::number(digits).unwrap_or(0)])
            }
            Token::Integer(digits) => Ok(decimal(digits, count)),
            Token::HexInteger(word) => Ok(hexadecimal(word, count)),
            _ => self.fail("expected an integer"),
        }
    }

    /// Parses an integer of `bits` bits, possibly with a sign.
    pub(super) fn integer_of(&mut self, bits: u64) -> Result<Vec<u64>> {
        let mut words = self.integer_words(bits)?;
        words.resize(bits.div_ceil(64) as usize, 0);
        if let Some(last) = words.last_mut().filter(|_| !bits.is_multiple_of(64)) {
            *last &= (1 << (bits % 64)) - 1;
        }
        self.next()?;
        Ok(words)
    }

    /// Parses a signed 64-bit number.
    pub(super) fn signed_number(&mut self) -> Result<i64> {
        let Token::Integer([b'-', digits @ ..]) = self.token else { return self.number() };
        match crate::text::lex::number(digits) {
            Some(number) if number <= 1 << 63 => {
                self.next()?;
                Ok((number as i64).wrapping_neg())
            }
            _ => self.fail("the integer does not fit here"),
        }
    }
}

/// Returns the value of decimal digits, with an optional sign, as `count` words; higher words are dropped.
fn decimal(digits: &[u8], count: usize) -> Vec<u64> {
    let (is_negative, digits) = match digits.split_first() {
        Some((b'-', rest)) => (true, rest),
        _ => (false, digits),
    };
    let mut words: Vec<u64> = Vec::with_capacity(1);
    for chunk in digits.chunks(18) {
        let (mut factor, mut number) = (1u64, 0u64);
        for digit in chunk {
            factor *= 10;
            number = number * 10 + (digit - b'0') as u64;
        }
        let mut carry = number;
        for word in &mut words {
            let product = *word as u128 * factor as u128 + carry as u128;
            (*word, carry) = (product as u64, (product >> 64) as u64);
        }
        if carry != 0 && words.len() < count {
            words.push(carry);
        }
    }
    if is_negative {
        negate(&mut words, count);
    }
    words
}

fn negate(words: &mut Vec<u64>, count: usize) {
    words.resize(count, 0);
    let mut carry = true;
    for word in words {
        (*word, carry) = (!*word).overflowing_add(carry as u64);
    }
}

/// Returns the words of `u0x1F` or `s0x1F`; the highest set bit of the latter is its sign.
fn hexadecimal(word: &[u8], count: usize) -> Vec<u64> {
    let digits = word.get(3..).unwrap_or(&[]);
    let mut words = Vec::new();
    for chunk in digits.rchunks(16).take(count) {
        let number = chunk.iter().fold(0, |n: u64, &c| n << 4 | (c as char).to_digit(16).unwrap_or(0) as u64);
        words.push(number);
    }
    while words.last() == Some(&0) {
        words.pop();
    }
    if word.first() == Some(&b's')
        && let Some(last) = words.last_mut()
    {
        *last |= u64::MAX.checked_shl(u64::BITS - last.leading_zeros()).unwrap_or(0);
        words.resize(count, u64::MAX);
    }
    words
}

#[cfg(test)]
mod tests {
    use super::{decimal, hexadecimal};

    #[test]
    fn integers() {
        assert_eq!(decimal(b"18446744073709551616", 2), [0, 1]);
        assert_eq!(decimal(b"-1", 2), [u64::MAX, u64::MAX]);
        assert_eq!(decimal(b"18446744073709551617", 1), [1]);
        assert_eq!(hexadecimal(b"u0xFF", 1), [255]);
        assert_eq!(hexadecimal(b"s0xFF", 2), [u64::MAX, u64::MAX]);
    }
}
