//! Which instructions a section has already: eight bytes for each, since what they say stands in the section.

use super::Id;
use hashbrown::hash_table::HashTable;
use rustc_hash::FxBuildHasher;
use std::hash::BuildHasher;

/// Where instructions begin in their section, found by what they say.
#[derive(Debug, Default)]
pub struct Known(HashTable<Place>);

#[derive(Debug)]
struct Place {
    hash: u32,
    start: u32,
}

impl Place {
    /// The table takes its places from the lowest bits and tells them apart by the highest.
    fn spread(&self) -> u64 {
        spread(self.hash)
    }
}

fn spread(hash: u32) -> u64 {
    u64::from(hash) << 32 | u64::from(hash)
}

/// The hash of what an instruction says.
pub fn hash(parts: (u32, Id, &[u32])) -> u32 {
    let hash = FxBuildHasher.hash_one(parts);
    (hash ^ hash >> 32) as u32
}

impl Known {
    /// Where an instruction with this hash begins that `is_same`.
    pub fn find(&self, hash: u32, is_same: impl Fn(usize) -> bool) -> Option<usize> {
        let found = self.0.find(spread(hash), |place| place.hash == hash && is_same(place.start as usize));
        found.map(|place| place.start as usize)
    }

    /// Notes an instruction. One beyond the four thousand millionth word is not: it may come again, which costs its words.
    pub fn insert(&mut self, hash: u32, start: usize) {
        let Ok(start) = u32::try_from(start) else { return };
        self.0.insert_unique(spread(hash), Place { hash, start }, Place::spread);
    }
}
