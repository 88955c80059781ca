//! A position in a stream of bits, kept in registers while a record is read.
//!
//! Bits past the end are zeros, so that the hot paths need no branch for it; the caller checks afterwards whether the record ran past the end.

/// The width of the widest chunk of which a window holds two.
const TWICE: u32 = 28;

/// A place in a stream of bits, with the bits that follow it. A record is read by a copy, which stays in registers.
#[derive(Clone, Copy)]
pub(crate) struct Bits<'a> {
    data: &'a [u8],
    pos: usize,
    /// The bits from `pos` on, as far as they are loaded.
    window: u64,
    /// The place up to which the window reaches: `pos` if nothing is loaded.
    loaded: usize,
}

impl<'a> Bits<'a> {
    pub(crate) fn at(data: &'a [u8], pos: usize) -> Self {
        Bits { data, pos, window: 0, loaded: pos }
    }

    /// The bit of the data at which the next number begins.
    #[inline(always)]
    pub(crate) fn position(&self) -> usize {
        self.pos
    }

    #[cold]
    #[inline(never)]
    fn tail(data: &[u8], byte: usize) -> u64 {
        let mut eight = [0; 8];
        let rest = data.get(byte..).unwrap_or(&[]);
        for (to, from) in eight.iter_mut().zip(rest) {
            *to = *from;
        }
        u64::from_le_bytes(eight)
    }

    /// Makes the window reach over the next `n` bits, at most 57.
    #[inline(always)]
    fn load(&mut self, n: u32) {
        if self.pos + n as usize <= self.loaded {
            return;
        }
        let byte = self.pos >> 3;
        let word = match self.data.get(byte..).and_then(|rest| rest.first_chunk::<8>()) {
            Some(eight) => u64::from_le_bytes(*eight),
            None => Self::tail(self.data, byte),
        };
        self.window = word >> (self.pos & 7);
        self.loaded = (self.pos & !7) + 64;
    }

    /// Steps over `n` bits of the window.
    #[inline(always)]
    fn step(&mut self, n: u32) {
        self.window >>= n;
        self.pos += n as usize;
    }

    /// Reads a number of `n` bits, at most 32.
    #[inline(always)]
    pub(crate) fn fixed(&mut self, n: u32) -> u64 {
        self.load(n);
        let value = self.window & ((1 << n) - 1);
        self.step(n);
        value
    }

    /// Reads a number in chunks of `n` bits, 2 to 32; the highest bit of a chunk is set if another follows.
    #[inline(always)]
    pub(crate) fn vbr(&mut self, n: u32) -> u64 {
        if n == 6 {
            return self.vbr6();
        }
        self.load(n.min(TWICE) * 2);
        let more = 1 << (n - 1);
        let first = self.window & (more - 1);
        if self.window & more == 0 {
            self.step(n);
            return first;
        }
        let second = self.window >> n;
        if second & more == 0 && n <= TWICE {
            self.step(2 * n);
            return first | (second & (more - 1)) << (n - 1);
        }
        self.rest(n)
    }

    /// Reads a `vbr(6)`, the encoding of half of all numbers.
    #[inline(always)]
    pub(crate) fn vbr6(&mut self) -> u64 {
        self.load(24);
        let window = self.window;
        if window & 0x20 == 0 {
            self.step(6);
            return window & 31;
        }
        let two = window & 31 | window >> 1 & 0x3e0;
        if window & 0x800 == 0 {
            self.step(12);
            return two;
        }
        let three = two | window >> 2 & 0x7c00;
        if window & 0x2_0000 == 0 {
            self.step(18);
            return three;
        }
        if window & 0x80_0000 == 0 {
            self.step(24);
            return three | window >> 3 & 0xf_8000;
        }
        self.rest(6)
    }

    /// Reads a number of many chunks. Since no reference is handed over, callers keep their place in registers.
    #[inline(always)]
    fn rest(&mut self, n: u32) -> u64 {
        let (value, pos) = Self::long_vbr(self.data, self.pos, n);
        *self = Self::at(self.data, pos);
        value
    }

    /// Returns the number in chunks of `n` bits at a place, and the place behind it.
    #[inline(never)]
    fn long_vbr(data: &[u8], pos: usize, n: u32) -> (u64, usize) {
        let mut bits = Bits::at(data, pos);
        let more = 1 << (n - 1);
        let (mut value, mut shift) = (0, 0);
        loop {
            let chunk = bits.fixed(n);
            if shift < 64 {
                value |= (chunk & (more - 1)) << shift;
            }
            shift += n - 1;
            // A number longer than 64 bits occurs in damaged files only; its rest is read as the next field.
            if chunk & more == 0 || shift > 70 {
                return (value, bits.pos);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Bits;

    #[test]
    fn fixed_and_variable() {
        let mut bits = Bits::at(&[0b1010_0101, 0xff, 0x01], 0);
        assert_eq!(bits.fixed(4), 0b0101);
        // Chunks of 4: 010 with a bit for more, then 111 with one, then 111 with one, then 001.
        assert_eq!(bits.vbr(4), 0b001_111_111_010);
        assert_eq!(bits.pos, 20);
    }

    #[test]
    fn the_fast_path_equals_the_slow_one() {
        for seed in 0..500u64 {
            let data = (seed.wrapping_mul(0x9e37_79b9_7f4a_7c15)).to_le_bytes();
            let mut fast = Bits::at(&data, 0);
            while fast.pos < 40 {
                let (slow, place) = Bits::long_vbr(&data, fast.pos, 6);
                assert_eq!((fast.vbr6(), fast.pos), (slow, place), "seed {seed}");
            }
        }
    }

    #[test]
    fn two_chunks_are_as_many() {
        for n in 2..=32 {
            for seed in 0..500u64 {
                let low = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
                let data = [low.to_le_bytes(), low.rotate_left(17).to_le_bytes()].concat();
                let mut fast = Bits::at(&data, 0);
                while fast.pos < 60 {
                    let (slow, place) = Bits::long_vbr(&data, fast.pos, n);
                    assert_eq!((fast.vbr(n), fast.pos), (slow, place), "chunks of {n}, seed {seed}");
                }
            }
        }
    }

    #[test]
    fn fields_of_many_widths_are_as_each_alone() {
        let data: Vec<u8> = (0..400u32).map(|i| (i.wrapping_mul(0x9e37_79b9) >> 13) as u8).collect();
        let mut bits = Bits::at(&data, 3);
        for i in 0u32.. {
            let width = i * 7 % 32 + 1;
            if bits.pos + 200 > data.len() * 8 {
                break;
            }
            let mut alone = Bits::at(&data, bits.pos);
            match i % 3 {
                0 => assert_eq!(bits.fixed(width), alone.fixed(width), "field {i}"),
                1 => assert_eq!(bits.vbr(width.max(2)), alone.vbr(width.max(2)), "field {i}"),
                _ => assert_eq!(bits.vbr6(), alone.vbr6(), "field {i}"),
            }
            assert_eq!(bits.pos, alone.pos, "field {i}");
        }
    }

    #[test]
    fn past_the_end_are_zeros() {
        let mut bits = Bits::at(&[0xff], 4);
        assert_eq!(bits.fixed(8), 0x0f);
        assert_eq!(bits.fixed(32), 0);
        assert_eq!(bits.pos, 44);
    }
}
