//! The size of a module's constants when they are expanded. In SPIR-V, a constant may have another one as several of
//! its parts, which again may share parts; LLVM's writers of bitcode and text visit all parts of a constant at each use
//! in a function. Expansion by more than a constant factor is rejected.

use crate::binary::Id;
use crate::error::{Code, Error, Result};
use crate::llvm::Value;
use rustc_hash::FxHashMap;
use std::cell::Cell;

/// The size from which constants are counted.
const LARGE: u32 = 64;
/// The limit on the constituents of all uses of large constants, and the number added to it for each word of the
/// module.
const MOST: u64 = 1 << 22;
const EACH_WORD: u64 = 64;

/// The large constants, and the remaining number of constituents. A constituent does not count as a use: it is part of
/// the size.
#[derive(Debug)]
pub struct Expansion<'m> {
    sizes: FxHashMap<Value<'m>, u32>,
    /// The sizes by id; empty until there is a large constant.
    by_id: Vec<u32>,
    bound: usize,
    left: Cell<u64>,
}

impl<'m> Expansion<'m> {
    /// Creates the state for a module with this number of ids and words.
    pub fn new(bound: usize, words: usize) -> Self {
        let words = u64::try_from(words).unwrap_or(u64::MAX);
        let left = Cell::new(MOST.saturating_add(words.saturating_mul(EACH_WORD)));
        Expansion { sizes: FxHashMap::default(), by_id: Vec::new(), bound, left }
    }

    /// Records a constant, if it is large.
    pub fn define(&mut self, id: Id, value: Value<'m>) {
        let size = self.measure(value);
        if size < LARGE {
            return;
        }
        if self.by_id.is_empty() {
            self.by_id = vec![0; self.bound];
        }
        if let Some(slot) = self.by_id.get_mut(id as usize) {
            *slot = size;
        }
    }

    /// Returns the number of constituents of a constant, including nested ones. The recursion is as deep as types and
    /// expressions may be nested.
    fn measure(&mut self, value: Value<'m>) -> u32 {
        if value.operand_count() == 0 || value.is_global_value() {
            return 1;
        }
        if let Some(known) = self.sizes.get(&value) {
            return *known;
        }
        let size = value.operands().fold(1u32, |size, part| size.saturating_add(self.measure(part)));
        if size >= LARGE {
            self.sizes.insert(value, size);
        }
        size
    }

    /// Returns the number of parts that may still be written.
    pub fn left(&self) -> u64 {
        self.left.get()
    }

    /// Restores the number of parts, so that uses since then are not counted.
    pub fn set_left(&self, left: u64) {
        self.left.set(left);
    }

    /// Counts a use of a constant, if it is large.
    #[inline]
    pub fn spend(&self, id: Id) -> Result<()> {
        match self.by_id.get(id as usize) {
            None | Some(0) => Ok(()),
            Some(size) => self.spend_large(*size),
        }
    }

    #[cold]
    fn spend_large(&self, size: u32) -> Result<()> {
        let left = self.left.get().checked_sub(size.into());
        self.left.set(left.ok_or_else(|| {
            Error::of(Code::Growth, "constants whose parts are shared so often that LLVM IR would grow beyond measure")
        })?);
        Ok(())
    }
}
