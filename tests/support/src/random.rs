//! Pseudo-random numbers that follow from a seed.

/// Pseudo-random numbers, the same for the same seed: splitmix64, small and portable.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// Creates the generator of case `number` of a run with this seed.
    pub fn new(seed: u64, number: u64) -> Self {
        let mut random = Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ number.wrapping_mul(0xD1B5_4A32_D192_ED03));
        random.number();
        random
    }

    /// Returns the next number.
    pub fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let x = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let x = (x ^ x >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        x ^ x >> 31
    }

    /// Returns a number below `n`; 0 if `n` is 0.
    pub fn below(&mut self, n: usize) -> usize {
        (self.number() % (n as u64).max(1)) as usize
    }

    /// Returns a number from `low` to `high`, both included.
    pub fn within(&mut self, low: u32, high: u32) -> u32 {
        low + self.below((high.saturating_sub(low) + 1) as usize) as u32
    }

    /// Returns true once in `n` times, on average.
    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    /// Returns a random element; `None` if there is none.
    pub fn one_of<T: Copy>(&mut self, list: &[T]) -> Option<T> {
        list.get(self.below(list.len())).copied()
    }

    /// Returns a random element of the list, which must not be empty.
    pub fn pick<T: Clone>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())].clone()
    }
}
