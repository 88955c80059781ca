//! A position in a stream of bits, kept in registers while a record is read.
//!
//! Bits past the end are zeros, so that the hot paths need no branch for it; the caller checks afterwards whether the record ran past the end.

/// The width of the widest chunk of which a window holds two.
const TWICE: u32 = 28;

/// A place in a stream of bits.
#[derive(Clone, Copy)]
pub(crate) struct Bits<'a> {
    data: &'a [u8],
    pub(crate) pos: usize,
}

impl<'a> Bits<'a> {
    pub(crate) fn at(data: &'a [u8], pos: usize) -> Self {
        Bits { data, pos }
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

    /// The next 57 bits at least.
    #[inline(always)]
    fn window(&self) -> u64 {
        let byte = self.pos >> 3;
        let word = match self.data.get(byte..).and_then(|rest| rest.first_chunk::<8>()) {
            Some(eight) => u64::from_le_bytes(*eight),
            None => Self::tail(self.data, byte),
        };
        word >> (self.pos & 7)
    }

    /// Reads a number of `n` bits, at most 32.
    #[inline(always)]
    pub(crate) fn fixed(&mut self, n: u32) -> u64 {
        let window = self.window();
        self.pos += n as usize;
        window & ((1 << n) - 1)
    }

    /// Reads a number in chunks of `n` bits, 2 to 32; the highest bit of a chunk is set if another follows.
    #[inline(always)]
    pub(crate) fn vbr(&mut self, n: u32) -> u64 {
        let window = self.window();
        let more = 1 << (n - 1);
        let first = window & (more - 1);
        if window & more == 0 {
            self.pos += n as usize;
            return first;
        }
        let second = window >> n;
        if second & more == 0 && n <= TWICE {
            self.pos += 2 * n as usize;
            return first | (second & (more - 1)) << (n - 1);
        }
        if n == 6 { self.vbr6() } else { self.long_vbr(n) }
    }

    /// Reads a `vbr(6)`, the encoding of half of all numbers.
    #[inline(always)]
    pub(crate) fn vbr6(&mut self) -> u64 {
        let window = self.window();
        if window & 0x20 == 0 {
            self.pos += 6;
            return window & 31;
        }
        let two = window & 31 | window >> 1 & 0x3e0;
        if window & 0x800 == 0 {
            self.pos += 12;
            return two;
        }
        let three = two | window >> 2 & 0x7c00;
        if window & 0x2_0000 == 0 {
            self.pos += 18;
            return three;
        }
        if window & 0x80_0000 == 0 {
            self.pos += 24;
            return three | window >> 3 & 0xf_8000;
        }
        self.long_vbr(6)
    }

    #[inline(never)]
    fn long_vbr(&mut self, n: u32) -> u64 {
        let more = 1 << (n - 1);
        let (mut value, mut shift) = (0, 0);
        loop {
            let chunk = self.fixed(n);
            if shift < 64 {
                value |= (chunk & (more - 1)) << shift;
            }
            shift += n - 1;
            // A number longer than 64 bits occurs in damaged files only; its rest is read as the next field.
            if chunk & more == 0 || shift > 70 {
                return value;
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
            let (mut fast, mut slow) = (Bits::at(&data, 0), Bits::at(&data, 0));
            while fast.pos < 40 {
                assert_eq!(fast.vbr6(), slow.long_vbr(6), "seed {seed}");
                assert_eq!(fast.pos, slow.pos);
            }
        }
    }

    #[test]
    fn two_chunks_are_as_many() {
        for n in 2..=32 {
            for seed in 0..500u64 {
                let low = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
                let data = [low.to_le_bytes(), low.rotate_left(17).to_le_bytes()].concat();
                let (mut fast, mut slow) = (Bits::at(&data, 0), Bits::at(&data, 0));
                while fast.pos < 60 {
                    assert_eq!(fast.vbr(n), slow.long_vbr(n), "chunks of {n}, seed {seed}");
                    assert_eq!(fast.pos, slow.pos);
                }
            }
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
