//! Replaces a value everywhere by another.

use std::collections::HashMap;

use rustc_hash::{FxBuildHasher, FxHashSet};

use super::{Draft, Result, Value, need};
use crate::make::Tables;
use crate::metadata::NodeKind;
use crate::module::{LOCAL, METADATA};

type Map = HashMap<u32, u32, FxBuildHasher>;

/// The nodes that wrap values as metadata, indexed up to the node `seen`.
#[derive(Default)]
pub(super) struct Wrapped {
    seen: u32,
    nodes: Map,
    /// The lists of values that contain each node.
    lists: HashMap<u32, Vec<u32>, FxBuildHasher>,
}

impl<'d> Value<'d> {
    /// Replaces all uses of this value by another value of the same type: in instructions, constants, globals, debug records and metadata.
    ///
    /// # Errors
    /// Values of different types; a local in place of a constant that other constants or globals use.
    pub fn replace_uses(self, other: Value<'d>) -> Result<()> {
        need(self.ty() == other.ty(), "a value is replaced by one of its type")?;
        need(self.number & METADATA == 0 || self.is_local(), "metadata is not replaced as a value")?;
        if self == other {
            return Ok(());
        }
        if self.is_local() {
            self.draft.replace_words(self.number, other.number);
            self.draft.replace_in_metadata(self.number, other.number);
            return Ok(());
        }
        self.draft.replace_constant(self.number, other.number)
    }
}

impl Draft {
    /// Replaces a value in the operands of instructions.
    fn replace_words(&self, old: u32, new: u32) {
        let words: Vec<(u32, u32)> = self.words_of(old).collect();
        for (place, user) in words {
            self.set_place(user, place, new);
        }
    }

    /// Replaces a value in debug records.
    pub(super) fn replace_recorded(&self, old: u32, new: u32) {
        if self.is_recorded(old) {
            let places = self.uses().recorded.borrow_mut().remove(&old).unwrap_or_default();
            for place in places.into_iter().filter(|place| self.operands.get(*place) == old) {
                self.operands.set(place, new);
                self.uses().recorded.borrow_mut().entry(new).or_default().push(place);
            }
        }
    }

    /// Replaces a node in lists of values.
    pub(super) fn replace_in_lists(&self, lists: &[u32], old: u32, new: u32) {
        let mut metadata = self.metadata.borrow_mut();
        for list in lists {
            let range = metadata.get(*list).map(|list| list.start as usize..(list.start + list.count) as usize);
            let words = range.and_then(|range| metadata.words.get_mut(range)).into_iter().flatten();
            words.filter(|word| **word == old as u64).for_each(|word| *word = new as u64);
        }
        self.wrapped.borrow_mut().lists.entry(new).or_default().extend(lists);
    }

    /// Replaces a value in debug records and in the metadata that wraps it.
    pub(super) fn replace_in_metadata(&self, old: u32, new: u32) {
        self.replace_recorded(old, new);
        let Some(node) = self.wrapped(old) else { return };
        let mut metadata = self.metadata.borrow_mut();
        let Some(start) = metadata.nodes.get(node as usize).map(|node| node.start as usize) else { return };
        if let Some(word) = metadata.words.get_mut(start + 1) {
            *word = new as u64;
        }
        drop(metadata);
        self.note_wrapped(old, new, node);
    }

    /// Returns the constants that contain `old`, each with its equivalent that contains `new` instead.
    pub(crate) fn constants_with<'d>(&'d self, old: Value<'d>, new: Value<'d>) -> Vec<(Value<'d>, Value<'d>)> {
        let mut replaced = Map::default();
        replaced.insert(old.number, new.number);
        let mut pairs = Vec::new();
        for user in self.made_of(old.number) {
            if let Some(again) = self.made_again(user, &replaced) {
                replaced.insert(user, again);
                pairs.push((self.value(user), self.value(again)));
            }
        }
        pairs
    }

    /// Replaces a constant, and all constants that contain it, in instructions, globals and metadata.
    fn replace_constant(&self, old: u32, new: u32) -> Result<()> {
        let users = self.made_of(old);
        let is_local = new & LOCAL != 0;
        need(!is_local || (users.is_empty() && self.globals_with(old).is_empty()), "constants are made of constants")?;
        let mut replaced = Map::default();
        replaced.insert(old, new);
        for user in users {
            if let Some(again) = self.made_again(user, &replaced) {
                replaced.insert(user, again);
            }
        }
        let mut pairs: Vec<(u32, u32)> = replaced.into_iter().filter(|(old, new)| old != new).collect();
        pairs.sort_unstable();
        for (old, new) in pairs {
            self.replace_words(old, new);
            self.replace_in_globals(old, new);
            self.replace_in_metadata(old, new);
        }
        Ok(())
    }

    /// Returns the constants that contain a constant, directly or indirectly, in the order of numbers, so that each follows its operands.
    fn made_of(&self, constant: u32) -> Vec<u32> {
        let mut seen = FxHashSet::default();
        let mut open = vec![constant];
        while let Some(constant) = open.pop() {
            open.extend(self.constant_users(constant).into_iter().filter(|user| seen.insert(*user)));
        }
        let mut all: Vec<u32> = seen.into_iter().collect();
        all.sort_unstable();
        all
    }

    /// Returns a constant with its operands replaced.
    fn made_again(&self, user: u32, replaced: &Map) -> Option<u32> {
        let types = &mut *self.types.borrow_mut();
        let constants = &mut *self.constants.borrow_mut();
        let constant = constants.get(user).copied()?;
        let values = constants.value_words(&constant);
        let words: Vec<u32> = constants.words(&constant).to_vec();
        let start = constants.words.len();
        for (i, word) in words.into_iter().enumerate() {
            let new = replaced.get(&word).filter(|_| values.contains(&i));
            constants.words.push(new.copied().unwrap_or(word));
        }
        Some(Tables { types, constants }.composed_constant(constant, start))
    }

    fn replace_in_globals(&self, old: u32, new: u32) {
        for number in self.globals_with(old) {
            if let Some(global) = self.globals.borrow_mut().get_mut(number as usize) {
                for value in [&mut global.init, &mut global.prefix, &mut global.prologue, &mut global.personality] {
                    if *value == old + 1 {
                        *value = new + 1;
                    }
                }
            }
            self.note_global(number);
        }
    }

    /// Returns the node that wraps a value as metadata.
    pub(super) fn wrapped(&self, value: u32) -> Option<u32> {
        let mut wrapped = self.wrapped.borrow_mut();
        let metadata = self.metadata.borrow();
        for number in wrapped.seen..metadata.nodes.len() as u32 {
            let Some(node) = metadata.get(number) else { continue };
            match (node.kind, metadata.words(node)) {
                (NodeKind::Value, &[_, value, ..]) => {
                    wrapped.nodes.entry(value as u32).or_insert(number);
                }
                (NodeKind::ArgList, nodes) => {
                    nodes.iter().for_each(|node| wrapped.lists.entry(*node as u32).or_default().push(number))
                }
                _ => {}
            }
        }
        wrapped.seen = metadata.nodes.len() as u32;
        wrapped.nodes.get(&value).copied()
    }

    /// Returns the lists of values that contain a node, as of the last call of [`wrapped`](Self::wrapped).
    pub(super) fn lists_with(&self, node: u32) -> Vec<u32> {
        self.wrapped.borrow().lists.get(&node).cloned().unwrap_or_default()
    }

    fn note_wrapped(&self, old: u32, new: u32, node: u32) {
        let nodes = &mut self.wrapped.borrow_mut().nodes;
        nodes.remove(&old);
        nodes.entry(new).or_insert(node);
    }
}
