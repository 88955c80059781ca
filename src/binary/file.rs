//! A finished module, in the parts in which it was built: large parts are written to a file without being copied into
//! one buffer.
//!
//! Serves section 2.3 (physical layout) of the SPIR-V specification: a stream of words, in either byte order.

use super::write;
use crate::options::ByteOrder;
use std::borrow::Cow;
use std::iter::once;

/// The words of a module.
#[derive(Clone, Debug)]
pub struct Binary {
    /// The header and the first words after it.
    first: Vec<u32>,
    /// The parts that follow the first.
    rest: Vec<Vec<u32>>,
    order: ByteOrder,
}

impl Binary {
    /// Creates a binary of parts, in order. The first one begins with the header.
    pub fn new(first: Vec<u32>, rest: impl IntoIterator<Item = Vec<u32>>) -> Self {
        Self { first, rest: rest.into_iter().collect(), order: ByteOrder::Little }
    }

    /// Sets the byte order in which the words become bytes; the default is little-endian.
    pub fn set_byte_order(&mut self, order: ByteOrder) {
        self.order = order;
    }

    /// Replaces the generator in the header.
    #[cfg(feature = "internals")]
    pub fn set_generator(&mut self, generator: u32) {
        /// The index of the generator's word in the header: section 2.3.
        const GENERATOR: usize = 2;
        if let Some(word) = self.first.get_mut(GENERATOR) {
            *word = generator;
        }
    }

    /// Returns all words.
    pub fn words(&self) -> Vec<u32> {
        self.parts().collect::<Vec<_>>().concat()
    }

    /// Returns all bytes.
    pub fn bytes(&self) -> Vec<u8> {
        self.slices().concat()
    }

    /// The parts as bytes, in their order.
    pub fn slices(&self) -> Vec<Cow<'_, [u8]>> {
        match self.order {
            ByteOrder::Little => self.parts().map(write::as_bytes).collect(),
            ByteOrder::Big => self.parts().map(|words| Cow::Owned(write::high_order_first(words))).collect(),
        }
    }

    fn parts(&self) -> impl Iterator<Item = &[u32]> {
        once(&self.first).chain(&self.rest).map(Vec::as_slice)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_one_module() {
        let mut binary = Binary::new(vec![0x0723_0203, 0x1_0000, 1, 9, 0], [vec![], vec![0x0002_0011, 6]]);
        binary.set_generator(6 << 16 | 14);
        let words = [0x0723_0203, 0x1_0000, 6 << 16 | 14, 9, 0, 0x0002_0011, 6];
        assert_eq!(binary.words(), words);
        assert_eq!(binary.bytes(), write::bytes(&words));
        assert_eq!(binary.bytes()[..4], [3, 2, 0x23, 7]);
        assert_eq!(binary.slices().len(), 3);
    }

    #[test]
    fn s0_04_the_writer_emits_either_byte_order() {
        let mut binary = Binary::new(vec![0x0723_0203, 0x1_0000, 1, 9, 0], [vec![0x0002_0011, 6]]);
        let little = binary.bytes();
        binary.set_byte_order(ByteOrder::Big);
        assert_eq!(binary.bytes()[..8], [7, 0x23, 2, 3, 0, 1, 0, 0]);
        let turned = |bytes: &[u8]| bytes.chunks(4).flat_map(|word| word.iter().rev().copied()).collect::<Vec<u8>>();
        assert_eq!(turned(&binary.bytes()), little);
        binary.set_byte_order(ByteOrder::Little);
        assert_eq!(binary.bytes(), little);
    }
}
