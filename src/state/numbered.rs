//! Tables of the function that is being translated, by the numbers of its values, blocks and ids.

use super::Operand;
use crate::binary::builder::Id;
use crate::llvm::{Block, Value};
use crate::locality::LocalityMap;
use std::hash::Hash;

/// A key with a number. The numbers in a function that was read are consecutive.
pub trait Number: Copy + Eq + Hash {
    /// Returns the number; `None` for a key that has none.
    fn number(self) -> Option<u32>;
}

impl Number for Value<'_> {
    #[inline]
    fn number(self) -> Option<u32> {
        self.local_number()
    }
}

impl Number for Block<'_> {
    #[inline]
    fn number(self) -> Option<u32> {
        Some(Block::number(self))
    }
}

impl Number for Id {
    #[inline]
    fn number(self) -> Option<u32> {
        Some(self)
    }
}

/// The SPIR-V values of arguments and instructions.
pub type Locals<'m> = Numbered<Value<'m>, Operand>;

/// A value for each key; the default value stands for none. Those whose numbers are near each other are in a table;
/// what is added to a function later is hashed.
#[derive(Debug)]
pub struct Numbered<K, T> {
    /// The number of the first key.
    base: u32,
    /// The maximum length of the table.
    room: usize,
    /// The values by number minus `base`.
    table: Vec<T>,
    others: LocalityMap<K, T>,
}

impl<K, T> Default for Numbered<K, T> {
    fn default() -> Self {
        Self { base: 0, room: 0, table: Vec::new(), others: LocalityMap::default() }
    }
}

impl<K: Number, T: Copy + Default + PartialEq> Numbered<K, T> {
    /// Creates the table for a function with about this number of keys.
    pub fn with_capacity(keys: usize) -> Self {
        Self { room: keys.saturating_mul(2), table: Vec::with_capacity(keys), ..Self::default() }
    }

    /// Returns the place of a key in the table.
    #[inline]
    fn place(&self, key: K) -> Option<usize> {
        let place = key.number()?.checked_sub(self.base)? as usize;
        (place < self.room).then_some(place)
    }

    /// Returns the value of a key.
    #[inline]
    pub fn get(&self, key: &K) -> Option<&T> {
        match self.place(*key).and_then(|place| self.table.get(place)) {
            Some(value) if *value != T::default() => Some(value),
            _ if self.others.is_empty() => None,
            _ => self.others.get(key),
        }
    }

    /// Returns whether a key has a value.
    pub fn contains_key(&self, key: &K) -> bool {
        self.get(key).is_some()
    }

    /// Sets the value of a key.
    pub fn insert(&mut self, key: K, value: T) {
        if self.table.is_empty() {
            self.base = key.number().unwrap_or_default();
        }
        match self.place(key) {
            None => drop(self.others.insert(key, value)),
            Some(place) if place == self.table.len() => self.table.push(value),
            Some(place) => {
                if place > self.table.len() {
                    self.table.resize(place + 1, T::default());
                }
                if let Some(slot) = self.table.get_mut(place) {
                    *slot = value;
                }
            }
        }
    }
}
