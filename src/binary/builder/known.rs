//! The instructions that a section already has: eight bytes for each, since their words are in the section.

use super::Id;
use crate::locality;
use hashbrown::hash_table::HashTable;
use rustc_hash::FxBuildHasher;
use std::hash::{BuildHasher, Hasher};

/// The places where instructions begin in their section, found by their words.
#[derive(Debug, Default)]
pub struct Known(HashTable<Place>);

#[derive(Debug)]
struct Place {
    hash: u32,
    start: u32,
}

impl Place {
    fn mix(&self) -> u64 {
        locality::mix(self.hash.into())
    }
}

/// Returns the hash of an instruction.
pub fn hash(first: u32, id: Id, rest: &[u32]) -> u32 {
    let mut hasher = FxBuildHasher.build_hasher();
    [first, id].iter().chain(rest).for_each(|word| hasher.write_u32(*word));
    let hash = hasher.finish();
    (hash ^ hash >> 32) as u32
}

/// Returns the hash of an annotation of an id, such that equal annotations of consecutive ids are neighbours in the
/// table.
pub fn hash_of_annotation(first: u32, id: Id, rest: &[u32]) -> u32 {
    hash(first, 0, rest).wrapping_add(id)
}

impl Known {
    /// Returns the place of the instruction with this hash for which `is_same` holds.
    pub fn find(&self, hash: u32, is_same: impl Fn(usize) -> bool) -> Option<usize> {
        let found =
            self.0.find(locality::mix(hash.into()), |place| place.hash == hash && is_same(place.start as usize));
        found.map(|place| place.start as usize)
    }

    /// Records an instruction. An instruction whose offset exceeds 32 bits is not recorded and may be emitted twice.
    pub fn insert(&mut self, hash: u32, start: usize) {
        let Ok(start) = u32::try_from(start) else { return };
        self.0.insert_unique(locality::mix(hash.into()), Place { hash, start }, Place::mix);
    }
}
