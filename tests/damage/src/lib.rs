//! Damages modules along their own lines, so that the damage gets past the first check: SPIR-V by instructions and
//! words, or along its structure, assembly by lines, tokens and bytes, bitcode by the bits of its blocks.
//!
//! In: a good module and a [`Random`]. Out: a damaged one, the same for the same numbers. Nothing here reads what it
//! damages any better than it must: what is damaged twice is no longer well formed.

pub mod assembly;
pub mod bitcode;
pub mod spirv;
pub mod structured;

/// Numbers that look random, the same ones for a seed: xorshift64*, small, and the same everywhere.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The numbers of mutant `number` of a run with this seed.
    pub fn new(seed: u64, number: u64) -> Self {
        let mixed = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ number.wrapping_mul(0xD1B5_4A32_D192_ED03);
        let mut random = Self(mixed | 1);
        // Neighbouring numbers start alike.
        for _ in 0..4 {
            random.word();
        }
        random
    }

    /// All of the next number.
    pub fn word(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    /// A number below `bound`; 0 where there is none.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.word() >> 16) as usize % bound.max(1)
    }

    /// One of these.
    pub fn pick<T: Copy>(&mut self, of: &[T]) -> Option<T> {
        of.get(self.below(of.len())).copied()
    }
}
