//! Integers of any width as in LLVM's `APInt`: words, the lowest first, with zeros beyond the width.

use std::cmp::Ordering;

/// The width limit of multiplication and division, which take quadratic time.
const MOST_BITS: u32 = 4096;

/// An integer of a width.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Integer {
    pub(crate) bits: u32,
    pub(crate) words: Vec<u64>,
}

impl Integer {
    /// Creates an integer from words; missing words are zero, and bits beyond the width are dropped.
    pub(crate) fn new(bits: u32, words: &[u64]) -> Self {
        let mut words = words.to_vec();
        words.resize(bits.div_ceil(64) as usize, 0);
        if let Some(last) = words.last_mut().filter(|_| !bits.is_multiple_of(64)) {
            *last &= (1 << (bits % 64)) - 1;
        }
        Integer { bits, words }
    }

    /// Creates the integer with all bits set.
    pub(crate) fn ones(bits: u32) -> Self {
        Self::new(bits, &vec![u64::MAX; bits.div_ceil(64) as usize])
    }

    pub(crate) fn bit(&self, i: u32) -> bool {
        self.words.get((i / 64) as usize).is_some_and(|word| word >> (i % 64) & 1 != 0)
    }

    pub(crate) fn is_zero(&self) -> bool {
        self.words.iter().all(|word| *word == 0)
    }

    pub(crate) fn is_one(&self) -> bool {
        self.words.split_first().is_some_and(|(first, rest)| *first == 1 && rest.iter().all(|word| *word == 0))
    }

    pub(crate) fn is_ones(&self) -> bool {
        *self == Self::ones(self.bits)
    }

    pub(crate) fn is_negative(&self) -> bool {
        self.bit(self.bits.wrapping_sub(1))
    }

    /// Returns whether this is the least signed integer.
    pub(crate) fn is_least(&self) -> bool {
        self.is_negative() && self.negated() == *self
    }

    /// Returns the number of bits up to the highest that is set.
    pub(crate) fn length(&self) -> u32 {
        let at = self.words.iter().rposition(|word| *word != 0);
        at.and_then(|at| Some(at as u32 * 64 + 64 - self.words.get(at)?.leading_zeros())).unwrap_or(0)
    }

    /// Returns the value if it is less than 2 to the 64.
    pub(crate) fn small(&self) -> Option<u64> {
        (self.length() <= 64).then(|| self.words.first().copied().unwrap_or(0))
    }

    fn zipped(&self, other: &Self, of: impl Fn(u64, u64) -> u64) -> Self {
        let words: Vec<u64> = self.words.iter().zip(&other.words).map(|(a, b)| of(*a, *b)).collect();
        Self::new(self.bits, &words)
    }

    pub(crate) fn and(&self, other: &Self) -> Self {
        self.zipped(other, |a, b| a & b)
    }

    pub(crate) fn or(&self, other: &Self) -> Self {
        self.zipped(other, |a, b| a | b)
    }

    pub(crate) fn xor(&self, other: &Self) -> Self {
        self.zipped(other, |a, b| a ^ b)
    }

    fn plus(&self, other: &Self, flip: u64, mut carry: bool) -> Self {
        let sum = |(a, b): (&u64, &u64)| {
            let (once, first) = a.overflowing_add(b ^ flip);
            let (twice, second) = once.overflowing_add(carry as u64);
            carry = first || second;
            twice
        };
        let words: Vec<u64> = self.words.iter().zip(&other.words).map(sum).collect();
        Self::new(self.bits, &words)
    }

    pub(crate) fn add(&self, other: &Self) -> Self {
        self.plus(other, 0, false)
    }

    pub(crate) fn sub(&self, other: &Self) -> Self {
        self.plus(other, u64::MAX, true)
    }

    pub(crate) fn negated(&self) -> Self {
        Self::new(self.bits, &[]).sub(self)
    }

    /// Returns the absolute value.
    fn magnitude(&self) -> Self {
        if self.is_negative() { self.negated() } else { self.clone() }
    }

    /// Returns the product; `None` above the width limit.
    pub(crate) fn mul(&self, other: &Self) -> Option<Self> {
        if self.bits > MOST_BITS {
            return None;
        }
        let mut words = vec![0u64; self.words.len()];
        for (i, a) in self.words.iter().enumerate() {
            let mut carry = 0u128;
            for (slot, b) in words.iter_mut().skip(i).zip(&other.words) {
                let sum = *a as u128 * *b as u128 + *slot as u128 + carry;
                *slot = sum as u64;
                carry = sum >> 64;
            }
        }
        Some(Self::new(self.bits, &words))
    }

    /// Returns the quotient and the remainder of unsigned integers; `None` for a division by zero, or above the width limit.
    pub(crate) fn divided(&self, by: &Self) -> Option<(Self, Self)> {
        if by.is_zero() || self.bits > MOST_BITS {
            return None;
        }
        if let (Some(a), Some(b)) = (self.small(), by.small()) {
            return Some((Self::new(self.bits, &[a / b]), Self::new(self.bits, &[a % b])));
        }
        // One extra bit keeps the highest bit of the shifted remainder.
        let divisor = Self::new(self.bits + 1, &by.words);
        let mut rest = Self::new(self.bits + 1, &[]);
        let mut quotient = Self::new(self.bits, &[]);
        for i in (0..self.length()).rev() {
            rest = rest.shl(1);
            if let Some(first) = rest.words.first_mut() {
                *first |= self.bit(i) as u64;
            }
            if rest.compare(&divisor) != Ordering::Less {
                rest = rest.sub(&divisor);
                if let Some(word) = quotient.words.get_mut((i / 64) as usize) {
                    *word |= 1 << (i % 64);
                }
            }
        }
        Some((quotient, Self::new(self.bits, &rest.words)))
    }

    /// Returns the quotient and the remainder of signed integers, rounded towards zero.
    pub(crate) fn divided_signed(&self, by: &Self) -> Option<(Self, Self)> {
        let (quotient, rest) = self.magnitude().divided(&by.magnitude())?;
        let quotient = if self.is_negative() == by.is_negative() { quotient } else { quotient.negated() };
        Some((quotient, if self.is_negative() { rest.negated() } else { rest }))
    }

    pub(crate) fn shl(&self, by: u32) -> Self {
        let (whole, part) = ((by / 64) as usize, by % 64);
        let word = |i: usize| i.checked_sub(whole).and_then(|i| self.words.get(i)).copied().unwrap_or(0);
        let below = |i: usize| if part == 0 || i == 0 { 0 } else { word(i - 1) >> (64 - part) };
        let words: Vec<u64> = (0..self.words.len()).map(|i| word(i) << part | below(i)).collect();
        Self::new(self.bits, &words)
    }

    pub(crate) fn lshr(&self, by: u32) -> Self {
        let (whole, part) = ((by / 64) as usize, by % 64);
        let word = |i: usize| self.words.get(i + whole).copied().unwrap_or(0);
        let above = |i: usize| if part == 0 { 0 } else { word(i + 1) << (64 - part) };
        let words: Vec<u64> = (0..self.words.len()).map(|i| word(i) >> part | above(i)).collect();
        Self::new(self.bits, &words)
    }

    pub(crate) fn ashr(&self, by: u32) -> Self {
        let shifted = self.lshr(by);
        if !self.is_negative() || by == 0 {
            return shifted;
        }
        shifted.or(&Self::ones(self.bits).shl(self.bits.saturating_sub(by)))
    }

    /// Returns the integer in another width: truncated, zero-extended or sign-extended.
    pub(crate) fn resized(&self, bits: u32, signed: bool) -> Self {
        let resized = Self::new(bits, &self.words);
        if signed && bits > self.bits && self.is_negative() {
            return resized.or(&Self::ones(bits).shl(self.bits));
        }
        resized
    }

    /// Compares two unsigned integers.
    pub(crate) fn compare(&self, other: &Self) -> Ordering {
        self.words.iter().rev().cmp(other.words.iter().rev())
    }

    /// Compares two signed integers.
    pub(crate) fn compare_signed(&self, other: &Self) -> Ordering {
        other.is_negative().cmp(&self.is_negative()).then_with(|| self.compare(other))
    }
}
