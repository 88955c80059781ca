//! The numbers of frequent items of an interning table, found without hashing.

use crate::module::NONE;

/// Numbers by place, as far as they were asked for. A place is computed from the few small numbers that an item consists of.
#[derive(Clone, Debug, Default)]
pub(crate) struct Few(Vec<u32>);

impl Few {
    /// Returns the number at a place; `None` for the place of a rare item is always empty.
    #[inline]
    pub(crate) fn get(&self, place: Option<usize>) -> Option<u32> {
        self.0.get(place?).copied().filter(|number| *number != NONE)
    }

    /// Notes the number at a place, and returns it.
    pub(crate) fn note(&mut self, place: Option<usize>, number: u32) -> u32 {
        let Some(place) = place else { return number };
        if self.0.len() <= place {
            self.0.resize(place + 1, NONE);
        }
        if let Some(slot) = self.0.get_mut(place) {
            *slot = number;
        }
        number
    }

    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }
}
