//! A stream of bits that grows: fields, records, blocks.

use crate::bitcode::abbreviation::{CHAR6, Encoding};

/// The placeholder in tables of abbreviations for a type number, whose width depends on the module.
pub(super) const TYPE: Encoding = Encoding::Fixed(0);
/// The predefined abbreviation numbers of the container.
mod id {
    pub(super) const END: u64 = 0;
    pub(super) const ENTER: u64 = 1;
    pub(super) const DEFINE: u64 = 2;
    pub(super) const PLAIN: u64 = 3;
}
/// The number of the first abbreviation that a file defines.
pub(super) const FIRST: u32 = 4;

/// The width in bits of the chunks of most numbers.
const SIX: u32 = 6;

/// The inverse of [`CHAR6`].
static LETTERS: [u8; 128] = {
    let mut letters = [0; 128];
    let mut i = 0;
    while i < CHAR6.len() {
        letters[CHAR6[i] as usize] = i as u8;
        i += 1;
    }
    letters
};

/// An abbreviation: its number in the block, and its fields, of which the first is the code.
#[derive(Clone, Copy)]
pub(super) struct Shape<'a> {
    pub(super) number: u32,
    pub(super) fields: &'a [Encoding],
}

/// A growing stream of bits.
pub(super) struct Sink {
    pub(super) bytes: Vec<u8>,
    /// Bits that are not among the bytes yet.
    word: u64,
    filled: u32,
    /// The width in bits of abbreviation numbers in this block.
    width: u32,
    /// The outer width of each open block, and the byte at which the length of the block will stand.
    open: Vec<(u32, usize)>,
    /// The width in bits of type numbers.
    pub(super) type_bits: u32,
}

impl Sink {
    pub(super) fn new(capacity: usize) -> Sink {
        Sink { bytes: Vec::with_capacity(capacity), word: 0, filled: 0, width: 2, open: Vec::new(), type_bits: 1 }
    }

    /// Appends a value of `bits` bits, at most 32; its higher bits must be zero.
    #[inline(always)]
    pub(super) fn fixed(&mut self, value: u64, bits: u32) {
        self.word |= value << self.filled;
        self.filled += bits;
        if self.filled >= 64 {
            self.spill(value, bits);
        }
    }

    #[inline(never)]
    fn spill(&mut self, value: u64, bits: u32) {
        let full = self.word.to_le_bytes();
        self.filled -= 64;
        let taken = bits - self.filled;
        self.word = if taken >= 64 { 0 } else { value >> taken };
        self.bytes.extend_from_slice(&full);
    }

    /// Appends a number in chunks of `bits`. Most have one or two.
    #[inline(always)]
    pub(super) fn vbr(&mut self, value: u64, bits: u32) {
        let more = 1 << (bits - 1);
        if value < more {
            self.fixed(value, bits);
        } else if bits <= 16 && value < more << (bits - 1) {
            self.fixed(value & (more - 1) | more | value >> (bits - 1) << bits, 2 * bits);
        } else if bits == SIX && value >> (4 * (SIX - 1)) == 0 {
            self.four_chunks(value);
        } else {
            self.long_vbr(value, bits);
        }
    }

    /// Appends a number of three or four chunks of six bits, as many operands of records are.
    #[inline(never)]
    fn four_chunks(&mut self, value: u64) {
        let (chunks, count) = spread(value);
        self.fixed(chunks, count * SIX);
    }

    #[inline(never)]
    fn long_vbr(&mut self, mut value: u64, bits: u32) {
        let more = 1 << (bits - 1);
        // Chunks are collected up to 32 bits and appended together.
        let (mut word, mut filled) = (0, 0);
        while value >= more {
            word |= (value & (more - 1) | more) << filled;
            filled += bits;
            value >>= bits - 1;
            if filled + bits > 32 {
                self.fixed(word, filled);
                (word, filled) = (0, 0);
            }
        }
        self.fixed(word | value << filled, filled + bits);
    }

    /// Pads the stream with zeros to a multiple of 32 bits.
    pub(super) fn align(&mut self) {
        let count = self.filled.div_ceil(32) as usize * 4;
        self.bytes.extend(self.word.to_le_bytes().iter().take(count));
        (self.word, self.filled) = (0, 0);
    }

    /// Returns the number of bits written so far.
    pub(super) fn position(&self) -> usize {
        self.bytes.len() * 8 + self.filled as usize
    }

    /// Overwrites 32 zero bits at a bit position, all of which are in `bytes` already.
    pub(super) fn set(&mut self, position: usize, value: u32) {
        let shifted = ((value as u64) << (position % 8)).to_le_bytes();
        for (byte, bits) in self.bytes.iter_mut().skip(position / 8).zip(shifted) {
            *byte |= bits;
        }
    }

    pub(super) fn enter(&mut self, block: u32, width: u32) {
        self.fixed(id::ENTER, self.width);
        self.vbr(block as u64, 8);
        self.vbr(width as u64, 4);
        self.align();
        self.open.push((self.width, self.bytes.len()));
        self.bytes.extend_from_slice(&[0; 4]);
        self.width = width;
    }

    pub(super) fn leave(&mut self) {
        self.fixed(id::END, self.width);
        self.align();
        let Some((width, at)) = self.open.pop() else { return };
        let words = (self.bytes.len() - at) / 4 - 1;
        self.set(at * 8, words as u32);
        self.width = width;
    }

    /// Appends a record without an abbreviation.
    pub(super) fn record(&mut self, code: u32, operands: &[u64]) {
        self.fixed(id::PLAIN, self.width);
        self.vbr(code as u64, 6);
        self.vbr(operands.len() as u64, 6);
        for &operand in operands {
            self.vbr(operand, 6);
        }
    }

    /// Appends a record of bytes.
    pub(super) fn text(&mut self, code: u32, bytes: &[u8]) {
        self.fixed(id::PLAIN, self.width);
        self.vbr(code as u64, 6);
        self.vbr(bytes.len() as u64, 6);
        for &byte in bytes {
            self.vbr(byte as u64, 6);
        }
    }

    /// Appends a record with an abbreviation, whose operands must fit its fields; a literal code is not among the operands.
    #[inline]
    pub(super) fn shaped(&mut self, shape: Shape<'_>, operands: &[u64]) {
        self.fixed(shape.number as u64, self.width);
        let has_code = matches!(shape.fields.first(), Some(Encoding::Literal(_)));
        let mut fields = shape.fields.iter().skip(has_code as usize);
        let mut rest = operands.iter();
        while let Some(field) = fields.next() {
            if *field == Encoding::Array {
                let element = fields.next().unwrap_or(field);
                self.vbr(rest.len() as u64, 6);
                rest.by_ref().for_each(|&operand| self.field(element, operand));
            } else if let Some(&operand) = rest.next() {
                self.field(field, operand);
            }
        }
    }

    /// Appends a record as [`shaped`](Self::shaped) does, with the `i`th abbreviation of the block, whose fields the compiler knows; its
    /// code is literal.
    #[inline(always)]
    pub(super) fn known<const N: usize>(&mut self, i: usize, fields: [Encoding; N], operands: [u64; N]) {
        self.fixed(FIRST as u64 + i as u64, self.width);
        for (field, operand) in fields.iter().zip(operands) {
            self.field(field, operand);
        }
    }

    #[inline(always)]
    fn field(&mut self, field: &Encoding, value: u64) {
        match *field {
            Encoding::Variable(bits) => self.vbr(value, bits),
            Encoding::Fixed(0) => self.fixed(value, self.type_bits),
            Encoding::Fixed(bits) => self.fixed(value & ((1 << bits) - 1), bits),
            Encoding::Char6 => self.fixed(LETTERS.get(value as usize).copied().unwrap_or(0) as u64, 6),
            Encoding::Literal(_) | Encoding::Array | Encoding::Blob => {}
        }
    }

    /// Appends a record whose last field is a blob.
    pub(super) fn blob(&mut self, shape: Shape<'_>, operands: &[u64], bytes: &[u8]) {
        self.shaped(shape, operands);
        self.vbr(bytes.len() as u64, 6);
        self.align();
        self.bytes.extend_from_slice(bytes);
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
    }

    /// Defines an abbreviation.
    pub(super) fn define(&mut self, fields: &[Encoding]) {
        self.fixed(id::DEFINE, self.width);
        self.vbr(fields.len() as u64, 5);
        for field in fields {
            match *field {
                Encoding::Literal(value) => {
                    self.fixed(1, 1);
                    self.vbr(value, 8);
                }
                Encoding::Fixed(0) => self.encoding(1, Some(self.type_bits)),
                Encoding::Fixed(bits) => self.encoding(1, Some(bits)),
                Encoding::Variable(bits) => self.encoding(2, Some(bits)),
                Encoding::Array => self.encoding(3, None),
                Encoding::Char6 => self.encoding(4, None),
                Encoding::Blob => self.encoding(5, None),
            }
        }
    }

    fn encoding(&mut self, number: u64, bits: Option<u32>) {
        self.fixed(number << 1, 4);
        if let Some(bits) = bits {
            self.vbr(bits as u64, 5);
        }
    }
}

/// Returns the chunks of six bits of a number of at most 20 bits, and how many there are: each but the last has its highest bit set.
#[inline(always)]
fn spread(value: u64) -> (u64, u32) {
    let pairs = value & 0x3ff | (value & 0xf_fc00) << 2;
    let chunks = pairs & 0x01_f01f | (pairs & 0x3e_03e0) << 1;
    // A fifth of the bits, rounded up.
    let count = ((64 - value.leading_zeros()) * 13 + 52) / 64;
    (chunks | 0x82_0820 & ((1 << (SIX * count - 1)) - 1), count)
}

/// Encodes a signed number with the sign in the lowest bit; the inverse of the reader's `signed`.
#[inline(always)]
pub(super) fn zigzag(value: i64) -> u64 {
    if value >= 0 { (value as u64) << 1 } else { (value.wrapping_neg() as u64) << 1 | 1 }
}

/// Returns the number of bits that numbers up to `largest` need.
pub(super) fn bits_for(largest: u32) -> u32 {
    (32 - largest.leading_zeros()).max(1)
}

#[cfg(test)]
mod tests {
    use super::{Sink, zigzag};
    use crate::bitcode::bits::Bits;

    #[test]
    fn what_is_written_is_read() {
        let values: Vec<u64> = (0..200u32).map(|i| 0x9e37_79b9_7f4a_7c15_u64.rotate_left(i) >> (i % 64)).collect();
        let mut sink = Sink::new(0);
        for (i, &value) in values.iter().enumerate() {
            sink.vbr(value, 2 + i as u32 % 31);
            sink.fixed(value & 0x7f, 7);
        }
        sink.align();
        let mut bits = Bits::at(&sink.bytes, 0);
        for (i, &value) in values.iter().enumerate() {
            assert_eq!(bits.vbr(2 + i as u32 % 31), value, "{i}");
            assert_eq!(bits.fixed(7), value & 0x7f, "{i}");
        }
    }

    #[test]
    fn numbers_of_four_chunks_are_spread() {
        for value in 1..1u64 << 20 {
            let (chunks, count) = super::spread(value);
            let (mut left, mut expected, mut chunk) = (value, 0, 0);
            while left >= 32 {
                expected |= (left & 31 | 32) << (6 * chunk);
                (left, chunk) = (left >> 5, chunk + 1);
            }
            assert_eq!((chunks, count), (expected | left << (6 * chunk), chunk + 1), "{value}");
        }
    }

    #[test]
    fn signs() {
        for value in [0, 1, -1, 5, -5, i64::MAX, i64::MIN] {
            assert_eq!(crate::bitcode::signed(zigzag(value)), value);
        }
    }
}
