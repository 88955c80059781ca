//! The uses of arguments and instructions in one function of a draft that is as it was read.
//!
//! The use lists of a whole draft serve changes: they link all words both ways. Code that only reads asks about a few
//! functions, and gets a list of one direction for each. The first change of an operand ends these lists.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::sync::Arc;

use rustc_hash::FxBuildHasher;

use super::uses::{Named, Uses};
use super::{ARGUMENT, Draft};
use crate::module::{LOCAL, NONE};

/// A use of a local: the operand word, its instruction, and the use before it, plus one; zero ends the list.
#[derive(Clone, Copy)]
struct Use {
    place: u32,
    user: u32,
    next: u32,
}

/// The number of instructions for which there is room from the start; lists of longer functions grow.
const MOST_ROOM: u32 = 1 << 12;

/// The uses of the locals of a function.
#[derive(Default)]
pub(super) struct FunctionUses {
    /// The first local of the function.
    base: u32,
    /// The newest use of each local: an index, plus one.
    newest: Vec<u32>,
    uses: Vec<Use>,
}

impl FunctionUses {
    fn add(&mut self, local: u32, place: u32, user: u32) {
        let Some(at) = local.checked_sub(self.base).map(|at| at as usize) else { return };
        if at >= self.newest.len() {
            self.newest.resize(at + 1, 0);
        }
        if let Some(newest) = self.newest.get_mut(at) {
            self.uses.push(Use { place, user, next: *newest });
            *newest = self.uses.len() as u32;
        }
    }

    /// Returns the newest use of a local: an index, plus one.
    pub(super) fn newest(&self, local: u32) -> u32 {
        let at = local.checked_sub(self.base).map(|at| at as usize);
        at.and_then(|at| self.newest.get(at)).copied().unwrap_or(0)
    }

    /// Returns the word and the instruction of a use, and the use before it.
    pub(super) fn at(&self, index: u32) -> Option<((u32, u32), u32)> {
        self.uses.get(index as usize).map(|this| ((this.place, this.user), this.next))
    }
}

/// The lists of the functions that were asked about.
#[derive(Default)]
pub(super) struct ReadUses {
    /// Set once an operand has changed, or what a function consists of.
    is_over: Cell<bool>,
    functions: RefCell<HashMap<u32, Arc<FunctionUses>, FxBuildHasher>>,
}

impl Draft {
    /// Returns the use lists for a change of an operand, if they have been built.
    #[inline]
    pub(super) fn changed_uses(&self) -> Option<&Uses> {
        self.end_read_uses();
        self.uses.get()
    }

    /// Ends the lists by function: an operand changes, or an instruction or a block leaves its function.
    #[inline]
    pub(super) fn end_read_uses(&self) {
        if !self.read_uses.is_over.replace(true) {
            self.read_uses.functions.borrow_mut().clear();
        }
    }

    /// Returns the uses in the function of a local, if no operand has changed and the lists of the draft have not been built.
    pub(super) fn uses_as_read(&self, local: u32) -> Option<Arc<FunctionUses>> {
        if self.read_uses.is_over.get() || self.uses.get().is_some() {
            return None;
        }
        let function = self.function_of(self.locals.get(local).instruction)?;
        let mut functions = self.read_uses.functions.borrow_mut();
        Some(functions.entry(function).or_insert_with(|| Arc::new(self.uses_of_function(function))).clone())
    }

    /// Returns the function of a local by its row: an instruction, or a marked function.
    fn function_of(&self, instruction: u32) -> Option<u32> {
        let function = match instruction & ARGUMENT {
            0 => self.blocks.get(self.links.get(instruction).block).function,
            _ => instruction & !ARGUMENT,
        };
        (instruction != NONE && function != NONE).then_some(function)
    }

    fn uses_of_function(&self, function: u32) -> FunctionUses {
        let link = self.functions.get(function);
        // As read, the instructions of a function are consecutive; most have one or two operands.
        let (first, last) = (self.blocks.get(link.first).first, self.blocks.get(link.last).last);
        let instructions = last.saturating_sub(first).min(MOST_ROOM) as usize + 1;
        let mut all = FunctionUses {
            base: link.arguments,
            newest: vec![0; link.count as usize + instructions],
            uses: Vec::with_capacity(instructions * 3 / 2),
        };
        for block in self.block_numbers(link) {
            for user in self.instruction_numbers(block) {
                self.each_named(user, |place, of| {
                    if let Named::Local(local) = of {
                        all.add(local, place, user);
                    }
                });
            }
        }
        all
    }

    /// Returns the operand words that refer to a value, with their instructions.
    pub(super) fn words_of(&self, value: u32) -> impl Iterator<Item = (u32, u32)> + '_ {
        let of = super::uses::named_value(value);
        let read = if value & LOCAL != 0 && of.is_some() { self.uses_as_read(value & !LOCAL) } else { None };
        let mut next = match &read {
            Some(read) => read.newest(value & !LOCAL),
            None => of.map_or(0, |of| self.uses().first(of)),
        };
        std::iter::from_fn(move || {
            let index = next.checked_sub(1)?;
            let (this, before) = match &read {
                Some(read) => read.at(index)?,
                None => self.uses().use_at(index),
            };
            next = before;
            Some(this)
        })
    }
}
