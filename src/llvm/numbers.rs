//! Numbers of constants, from their words.

use super::Value;

impl Value<'_> {
    /// An integer constant, sign-extended; `None` if it needs more than 64 bits.
    pub fn int_signed(self) -> Option<i64> {
        let width = self.ty().int_width();
        let words = self.words()?;
        let (&low, high) = words.split_first()?;
        let spare = 64_u32.saturating_sub(width);
        let value = (low << spare).cast_signed() >> spare;
        let (sign, top_spare) = (value >> 63, (64 - width % 64) % 64);
        let (last, middle) = match high.split_last() {
            Some((&last, middle)) => ((last << top_spare).cast_signed() >> top_spare, middle),
            None => (sign, high),
        };
        (last == sign && middle.iter().all(|word| word.cast_signed() == sign)).then_some(value)
    }

    /// Returns the bits of a floating-point constant of at most 64 bits, exactly, also for a NaN.
    pub fn float_bits(self) -> Option<u64> {
        self.float_words().filter(|_| self.ty().float_width() <= 64).map(|words| words[0])
    }
}
