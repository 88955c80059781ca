//! Damages modules along their syntax, so that the damage gets past the first check: SPIR-V by instructions and words,
//! or along its structure, assembly by lines, tokens and bytes, bitcode by the bits of its blocks.
//!
//! In: a good module and a [`Random`]. Out: a damaged one, deterministic for the same numbers. The parsers here are as
//! lenient as possible, since repeated damage leaves nothing well formed.

pub mod assembly;
pub mod bitcode;
pub mod spirv;
pub mod structured;

/// Pseudo-random numbers, the same for the same seed: xorshift64*, small and portable.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// Creates the generator for mutant `number` of a run with this seed.
    pub fn new(seed: u64, number: u64) -> Self {
        let mixed = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ number.wrapping_mul(0xD1B5_4A32_D192_ED03);
        let mut random = Self(mixed | 1);
        // Neighbouring numbers start alike.
        for _ in 0..4 {
            random.word();
        }
        random
    }

    /// Returns the next number.
    pub fn word(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    /// Returns a number below `bound`; 0 if `bound` is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.word() >> 16) as usize % bound.max(1)
    }

    /// Returns a random element; `None` if there is none.
    pub fn pick<T: Copy>(&mut self, of: &[T]) -> Option<T> {
        of.get(self.below(of.len())).copied()
    }
}
