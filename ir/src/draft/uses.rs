//! Use lists: the operand words that refer to each value and block, newest first.
//!
//! The lists link operand words through columns parallel to the operands. Constants are never removed, so that their users among
//! constants only grow; a constant that no instruction or global needs does not count as a use (see [`Value::is_used`]).

use std::cell::{Cell, RefCell};
use std::collections::HashMap;

use rustc_hash::{FxBuildHasher, FxHashSet};

use super::column::Column;
use super::{Block, Draft, Value};
use crate::global::{Global, GlobalKind};
use crate::instruction::{Opcode, Row, Slot};
use crate::module::{LOCAL, METADATA, NONE};

type Map<T> = HashMap<u32, T, FxBuildHasher>;

/// A link of an operand word in its use list: word numbers, plus one; zero ends the list.
#[derive(Clone, Copy, Default)]
struct Use {
    next: u32,
    previous: u32,
    /// The instruction of the operand word.
    user: u32,
}

/// The item that an operand word refers to.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Named {
    Local(u32),
    Constant(u32),
    Block(u32),
}

/// The uses of a draft.
#[derive(Default)]
pub(super) struct Uses {
    words: Column<Use>,
    locals: Column<u32>,
    blocks: Column<u32>,
    constants: Column<u32>,
    /// The words of debug records that refer, or once referred, to each value.
    pub(super) recorded: RefCell<Map<Vec<u32>>>,
    users: RefCell<ConstantUsers>,
    /// The globals that have, or once had, each constant as initializer and the like.
    holders: RefCell<Map<Vec<u32>>>,
    /// Constants that were tested since the last change of a use, with the result: whether an instruction or a global needs them.
    needed: RefCell<Map<bool>>,
    is_changed: Cell<bool>,
}

/// The constants that contain each constant, as far as they were examined.
#[derive(Default)]
struct ConstantUsers {
    seen: u32,
    users: Map<Vec<u32>>,
}

impl<T: Copy + Default> Default for Column<T> {
    fn default() -> Self {
        Column::new()
    }
}

#[inline(always)]
fn named(opcode: Opcode, slot: Option<Slot>, word: u32) -> Option<Named> {
    match slot {
        _ if word == NONE => None,
        Some(Slot::Value) => named_value(word),
        Some(Slot::Block) if opcode != Opcode::Phi => Some(Named::Block(word)),
        _ => None,
    }
}

/// Returns the item of an operand word that is a value.
#[inline(always)]
pub(super) fn named_value(word: u32) -> Option<Named> {
    match word {
        NONE => None,
        _ if word & LOCAL != 0 => Some(Named::Local(word & !LOCAL)),
        _ if word & METADATA == 0 => Some(Named::Constant(word)),
        _ => None,
    }
}

/// The lists of [`Uses`] while they are built from all instructions.
struct Lists {
    words: Vec<Use>,
    locals: Vec<u32>,
    blocks: Vec<u32>,
    constants: Vec<u32>,
}

impl Lists {
    #[inline(always)]
    fn link(&mut self, place: u32, user: u32, of: Named) {
        let first = match of {
            Named::Local(local) => self.locals.get_mut(local as usize),
            Named::Block(block) => self.blocks.get_mut(block as usize),
            Named::Constant(constant) => self.constants.get_mut(constant as usize),
        };
        let (Some(first), Some(word)) = (first, self.words.get_mut(place as usize)) else { return };
        let next = std::mem::replace(first, place + 1);
        *word = Use { next, previous: 0, user };
        if let Some(next) = next.checked_sub(1).and_then(|next| self.words.get_mut(next as usize)) {
            next.previous = place + 1;
        }
    }
}

impl Uses {
    #[inline(always)]
    pub(super) fn first(&self, of: Named) -> u32 {
        match of {
            Named::Local(local) => self.locals.get(local),
            Named::Block(block) => self.blocks.get(block),
            Named::Constant(constant) => self.constants.get(constant),
        }
    }

    #[inline(always)]
    fn set_first(&self, of: Named, word: u32) {
        match of {
            Named::Local(local) => self.locals.put(local, word),
            Named::Block(block) => self.blocks.put(block, word),
            Named::Constant(constant) => {
                self.is_changed.set(true);
                self.constants.put(constant, word);
            }
        }
    }

    fn hold(&self, number: u32, global: &Global) {
        self.is_changed.set(true);
        for constant in held(global) {
            let mut holders = self.holders.borrow_mut();
            let list = holders.entry(constant).or_default();
            if !list.contains(&number) {
                list.push(number);
            }
        }
    }

    #[inline]
    fn link(&self, place: u32, user: u32, of: Named) {
        let next = self.first(of);
        self.words.put(place, Use { next, previous: 0, user });
        if next != 0 {
            self.words.change(next - 1, |first| first.previous = place + 1);
        }
        self.set_first(of, place + 1);
    }

    fn unlink(&self, place: u32, of: Named) {
        let this = self.words.get(place);
        match this.previous {
            0 => self.set_first(of, this.next),
            previous => self.words.change(previous - 1, |word| word.next = this.next),
        }
        if this.next != 0 {
            self.words.change(this.next - 1, |word| word.previous = this.previous);
        }
    }

    /// Returns the word and the instruction of a use, and the use before it.
    #[inline]
    pub(super) fn use_at(&self, place: u32) -> ((u32, u32), u32) {
        let this = self.words.get(place);
        ((place, this.user), this.next)
    }

    fn list(&self, of: Named) -> impl Iterator<Item = (u32, u32)> + '_ {
        let step = |word: u32| word.checked_sub(1).map(|place| self.use_at(place));
        std::iter::successors(step(self.first(of)), move |(_, next)| step(*next)).map(|(this, _)| this)
    }
}

impl Draft {
    /// Returns the use lists, and builds them on the first call.
    pub(super) fn uses(&self) -> &Uses {
        self.uses.get_or_init(|| {
            let mut lists = Lists {
                words: vec![Use::default(); self.operands.len() as usize],
                locals: vec![0; self.locals.len() as usize],
                blocks: vec![0; self.blocks.len() as usize],
                constants: vec![0; self.constants.borrow().rows.len()],
            };
            for function in self.function_numbers() {
                for block in self.block_numbers(self.functions.get(function)) {
                    for instruction in self.instruction_numbers(block) {
                        self.each_named(instruction, |place, of| lists.link(place, instruction, of));
                    }
                }
            }
            let uses = Uses {
                words: Column::of(lists.words),
                locals: Column::of(lists.locals),
                blocks: Column::of(lists.blocks),
                constants: Column::of(lists.constants),
                ..Uses::default()
            };
            for (number, global) in self.globals.borrow().iter().enumerate() {
                uses.hold(number as u32, global);
            }
            for record in self.side.borrow().records.all() {
                self.note_record(&uses, record);
            }
            uses
        })
    }

    /// Calls `see` for each item that the operands of an instruction and its bundles refer to.
    #[inline]
    pub(super) fn each_named(&self, instruction: u32, mut see: impl FnMut(u32, Named)) {
        let row = self.rows.get(instruction);
        let words = self.words(&row);
        match row.opcode.values(words.len()) {
            Some(values) => {
                let first = row.operands + values.start as u32;
                for (place, word) in (first..).zip(words.get(values).unwrap_or(&[])) {
                    if let Some(of) = named_value(word.get()) {
                        see(place, of);
                    }
                }
            }
            None => {
                for (place, (i, word)) in (row.operands..).zip(words.iter().enumerate()) {
                    if let Some(of) = named(row.opcode, self.slot(&row, i), word.get()) {
                        see(place, of);
                    }
                }
            }
        }
        if row.opcode.is_call() {
            self.each_named_of_bundles(instruction, row, see);
        }
    }

    fn each_named_of_bundles(&self, instruction: u32, row: Row, mut see: impl FnMut(u32, Named)) {
        for bundle in self.side.borrow().bundles.get(&instruction).into_iter().flatten() {
            for place in bundle.operands..bundle.operands + bundle.count {
                if let Some(of) = named(row.opcode, Some(Slot::Value), self.operands.get(place)) {
                    see(place, of);
                }
            }
        }
    }

    /// Adds the operand words of a new instruction to the use lists.
    pub(super) fn add_uses(&self, instruction: u32) {
        if let Some(uses) = self.changed_uses() {
            self.each_named(instruction, |place, of| uses.link(place, instruction, of));
        }
    }

    /// Removes the operand words of an instruction from the use lists.
    pub(super) fn remove_uses(&self, instruction: u32) {
        if let Some(uses) = self.changed_uses() {
            self.each_named(instruction, |place, of| uses.unlink(place, of));
        }
    }

    /// Changes the `i`th word of an instruction's operands.
    pub(super) fn set_word(&self, instruction: u32, i: usize, to: u32) {
        let row = self.rows.get(instruction);
        let Some(word) = self.words(&row).get(i) else { return };
        let slot = self.slot(&row, i);
        let place = row.operands + i as u32;
        if let Some(uses) = self.changed_uses() {
            if let Some(of) = named(row.opcode, slot, word.get()) {
                uses.unlink(place, of);
            }
            if let Some(of) = named(row.opcode, slot, to) {
                uses.link(place, instruction, of);
            }
        }
        word.set(to);
    }

    /// Replaces a value among the operands of an instruction or of its bundles, by the number of the word.
    pub(super) fn set_place(&self, instruction: u32, place: u32, to: u32) {
        let row = self.rows.get(instruction);
        if (row.operands..row.operands + row.count).contains(&place) {
            return self.set_word(instruction, (place - row.operands) as usize, to);
        }
        if let Some(uses) = self.changed_uses() {
            if let Some(of) = named(row.opcode, Some(Slot::Value), self.operands.get(place)) {
                uses.unlink(place, of);
            }
            if let Some(of) = named(row.opcode, Some(Slot::Value), to) {
                uses.link(place, instruction, of);
            }
        }
        self.operands.set(place, to);
    }

    /// Replaces the operand words of an instruction, possibly by more of them.
    pub(super) fn set_words(&self, instruction: u32, words: &[u32]) {
        self.remove_uses(instruction);
        let row = self.rows.get(instruction);
        let cells = self.words(&row);
        let operands = match cells.get(..words.len()) {
            Some(cells) => {
                cells.iter().zip(words).for_each(|(cell, word)| cell.set(*word));
                row.operands
            }
            None => {
                self.capacities.borrow_mut().remove(&instruction);
                self.operands.extend(words.iter().copied())
            }
        };
        self.rows.set(instruction, Row { operands, count: words.len() as u32, ..row });
        self.add_uses(instruction);
    }

    /// Appends operand words to an instruction. The operands are moved if there is no room, with room for twice as many.
    pub(super) fn append_words(&self, instruction: u32, more: &[u32]) {
        let row = self.rows.get(instruction);
        let count = row.count + more.len() as u32;
        let room = self.capacities.borrow().get(&instruction).copied().unwrap_or(row.count);
        if count > room {
            self.remove_uses(instruction);
            let room = count.next_power_of_two();
            let operands = self.operands.extend((0..room).map(|i| {
                let old = self.words(&row).get(i as usize).map(std::cell::Cell::get);
                let new = || more.get(i.checked_sub(row.count)? as usize).copied();
                old.or_else(new).unwrap_or(NONE)
            }));
            self.capacities.borrow_mut().insert(instruction, room);
            self.rows.set(instruction, Row { operands, count, ..row });
            return self.add_uses(instruction);
        }
        let longer = Row { count, ..row };
        self.rows.set(instruction, longer);
        for (i, word) in (row.count as usize..).zip(more) {
            self.operands.set(row.operands + i as u32, *word);
            let of = named(row.opcode, self.slot(&longer, i), *word);
            if let (Some(uses), Some(of)) = (self.changed_uses(), of) {
                uses.link(row.operands + i as u32, instruction, of);
            }
        }
    }

    /// Returns the constants that directly contain a constant.
    pub(super) fn constant_users(&self, of: u32) -> Vec<u32> {
        let uses = self.uses();
        let mut known = uses.users.borrow_mut();
        let constants = self.constants.borrow();
        if known.seen < constants.rows.len() as u32 {
            uses.is_changed.set(true);
        }
        for user in known.seen..constants.rows.len() as u32 {
            let operands = constants.get(user).map_or(&[][..], |c| constants.operands(c));
            for operand in operands {
                // A user with two equal operands is listed once.
                let list = known.users.entry(*operand).or_default();
                if list.last() != Some(&user) {
                    list.push(user);
                }
            }
        }
        known.seen = constants.rows.len() as u32;
        known.users.get(&of).cloned().unwrap_or_default()
    }

    /// Returns whether an instruction or a global needs a constant, directly or through other constants. Results are cached until a
    /// use changes, because deeply nested constants may all be tested.
    fn is_needed(&self, constant: u32) -> bool {
        let uses = self.uses();
        let (mut open, mut seen) = (vec![constant], Map::<u32>::default());
        while let Some(number) = open.pop() {
            let users = self.constant_users(number);
            if uses.is_changed.take() {
                uses.needed.borrow_mut().clear();
            }
            let known = uses.needed.borrow().get(&number).copied();
            if known.unwrap_or_else(|| self.is_named(number)) {
                let mut needed = uses.needed.borrow_mut();
                let path = std::iter::successors(Some(number), |number| seen.get(number).copied());
                path.for_each(|number| _ = needed.insert(number, true));
                return true;
            }
            for user in users.into_iter().filter(|_| known.is_none()) {
                if user != constant {
                    seen.entry(user).or_insert_with(|| {
                        open.push(user);
                        number
                    });
                }
            }
        }
        let mut needed = uses.needed.borrow_mut();
        seen.into_keys().chain([constant]).for_each(|number| _ = needed.insert(number, false));
        false
    }

    /// Returns whether an instruction or a global refers to a constant directly.
    fn is_named(&self, constant: u32) -> bool {
        self.words_of(constant).next().is_some() || !self.globals_with(constant).is_empty()
    }

    /// Returns the globals with a constant as initializer, aliasee and the like.
    pub(super) fn globals_with(&self, value: u32) -> Vec<u32> {
        let holders = self.uses().holders.borrow();
        let globals = self.globals.borrow();
        let has = |number: &&u32| globals.get(**number as usize).is_some_and(|g| held(g).any(|c| c == value));
        holders.get(&value).into_iter().flatten().filter(has).copied().collect()
    }

    /// Records the constants of a global after a change.
    pub(super) fn note_global(&self, number: u32) {
        let (Some(uses), Some(global)) = (self.uses.get(), self.globals.borrow().get(number as usize).cloned()) else {
            return;
        };
        uses.hold(number, &global);
    }
}

/// Returns the constants that a global has.
fn held(global: &Global) -> impl Iterator<Item = u32> {
    let live = global.kind != GlobalKind::Removed;
    let all = [global.init, global.prefix, global.prologue, global.personality];
    all.into_iter().filter(move |_| live).filter_map(|value| value.checked_sub(1))
}

impl<'d> Value<'d> {
    /// Returns the instructions that use the value, once for each use, newest first.
    pub fn users(self) -> impl Iterator<Item = Value<'d>> {
        let draft = self.draft;
        draft.words_of(self.number).filter_map(move |(_, user)| draft.result(user))
    }

    /// Returns the constants that directly contain this one.
    pub fn constant_users(self) -> Vec<Value<'d>> {
        if !self.is_constant() {
            return Vec::new();
        }
        self.draft.constant_users(self.number).into_iter().map(|number| self.draft.value(number)).collect()
    }

    /// Returns whether an instruction or a global uses the value, directly or through constants. Metadata and debug records do not count.
    pub fn is_used(self) -> bool {
        if self.is_local() {
            return self.draft.words_of(self.number).next().is_some();
        }
        self.draft.is_needed(self.number)
    }
}

impl<'d> Block<'d> {
    /// Returns the terminators that branch to the block, each as often as it names the block, newest first.
    pub fn users(self) -> impl Iterator<Item = Value<'d>> {
        let draft = self.draft;
        draft.uses().list(Named::Block(self.number)).filter_map(move |(_, user)| draft.result(user))
    }

    /// Returns the predecessors of the block, each once, newest use first.
    pub fn predecessors(self) -> Vec<Block<'d>> {
        let mut seen = FxHashSet::default();
        let blocks = self.users().filter_map(Value::block);
        blocks.filter(|block| seen.insert(block.number)).collect()
    }
}
