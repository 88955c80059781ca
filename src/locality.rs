//! Hash tables for keys that are consecutive: ids, and numbers of what was made in sequence.
//!
//! A usual hash distributes keys as evenly as it can, so that each lookup in a table larger than the cache costs a
//! miss. Here the low bits of a key, which determine its place, are kept: objects created together are neighbours, and
//! a walk in the order of creation walks the table. Keys must not be chosen by an input, except ids: of those below a
//! module's bound, no more than the square root collide in the low bits.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// A map with such keys; for a key with several parts, the last part is the one that is kept.
pub type LocalityMap<K, V> = HashMap<K, V, BuildHasherDefault<LocalityHash>>;

/// The hash of a key.
#[derive(Clone, Copy, Debug, Default)]
pub struct LocalityHash(u64);

/// An odd number without a pattern: the fraction of the golden ratio.
const MULTIPLIER: u64 = 0x9E37_79B9_7F4A_7C15;
/// The bits by which the table distinguishes the entries of a group.
const TAG: u64 = !(u64::MAX >> 7);

/// Returns a locality-preserving hash in the form that a table needs: the table selects a place by the lowest bits, and
/// distinguishes its entries by the highest ones.
pub fn mix(hash: u64) -> u64 {
    hash.wrapping_mul(MULTIPLIER) & TAG | hash & !TAG
}

impl LocalityHash {
    fn add(&mut self, part: u64) {
        self.0 = self.0.wrapping_mul(MULTIPLIER).wrapping_add(part);
    }
}

impl Hasher for LocalityHash {
    fn finish(&self) -> u64 {
        mix(self.0)
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.add((*byte).into()));
    }

    fn write_u32(&mut self, id: u32) {
        self.add(id.into());
    }

    /// Hashes the variant of a value.
    fn write_isize(&mut self, variant: isize) {
        self.add(variant as u64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::hash::{BuildHasher, Hash};

    fn hash(key: impl Hash) -> u64 {
        BuildHasherDefault::<LocalityHash>::default().hash_one(key)
    }

    #[test]
    fn what_was_made_together_stands_together_and_is_told_apart() {
        let low = |hash: u64| hash & 0xFFFF;
        for id in 0..1000_u32 {
            assert_eq!(low(hash(id + 1)) - low(hash(id)), 1);
            assert_ne!(hash(id + 1) & TAG, hash(id) & TAG);
            assert_eq!(low(hash((7_u32, id + 1)).wrapping_sub(hash((7_u32, id)))), 1);
            assert_ne!(hash((7_u32, id)), hash((8_u32, id)));
        }
    }
}
