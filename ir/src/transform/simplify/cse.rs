//! Common subexpression elimination along the dominator tree, like LLVM's EarlyCSE without MemorySSA: removes repeated computations,
//! loads and calls.
//!
//! Memory has generations: each write begins a new one, and so does a block with several predecessors. A loaded value stays known
//! within its generation.

use super::super::dead;
use super::super::dominators::Dominators;
use super::effects::{is_marker, is_ordered, is_pure, is_repeatable_call, reads, writes};
use super::rules::{operands_of, predicate, simplified};
use crate::attributes::FUNCTION;
use crate::draft::{Block, Function, Result, Value};
use crate::fold;
use crate::instruction::{Opcode, Predicate};
use rustc_hash::FxBuildHasher;
use std::collections::HashMap;

/// The key of a computation: opcode, predicate, type and operand words.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Key {
    opcode: Opcode,
    sub: u8,
    ty: u32,
    words: Vec<u32>,
}

/// A known value in memory at an address.
#[derive(Clone, Copy)]
struct Known<'d> {
    value: Value<'d>,
    generation: u32,
    /// The load or store from which the value is known.
    access: Value<'d>,
}

/// A table entry that a scope changed, with its previous content.
enum Undo<'d> {
    Value(Key, Option<Value<'d>>),
    Memory(u32, Option<Known<'d>>),
    Call(Key, Option<(Value<'d>, u32)>),
}

type Map<K, V> = HashMap<K, V, FxBuildHasher>;

struct Search<'a, 'd> {
    dominators: &'a Dominators<'d>,
    values: Map<Key, Value<'d>>,
    memory: Map<u32, Known<'d>>,
    calls: Map<Key, (Value<'d>, u32)>,
    undo: Vec<Undo<'d>>,
    generation: u32,
    /// The last store of the block, as long as no later instruction may have read it.
    stored: Option<Value<'d>>,
    changed: bool,
}

/// Removes repeated computations, loads and calls, stores of the value that is already in memory, and stores that are overwritten.
///
/// # Errors
/// None for a valid function.
pub fn remove_common(function: Function<'_>) -> Result<bool> {
    if function.is_declaration() {
        return Ok(false);
    }
    let dominators = Dominators::of(function);
    let mut search = Search {
        dominators: &dominators,
        values: Map::default(),
        memory: Map::default(),
        calls: Map::default(),
        undo: Vec::new(),
        generation: 0,
        stored: None,
        changed: false,
    };
    // The dominating blocks, each with the length of the undo list to restore at its end, and its last generation.
    let mut above: Vec<(Block<'_>, usize, u32)> = Vec::new();
    for block in dominators.walk() {
        let parent = dominators.immediate(block);
        while above.last().is_some_and(|(top, ..)| Some(*top) != parent) {
            let (_, start, _) = above.pop().unwrap_or((block, 0, 0));
            search.leave(start);
        }
        search.generation = above.last().map_or(0, |(.., generation)| *generation);
        let start = search.undo.len();
        search.walk(block)?;
        above.push((block, start, search.generation));
    }
    Ok(search.changed)
}

fn key_as_written(instruction: Value<'_>) -> Option<Key> {
    let row = instruction.instruction_row()?;
    let words = instruction.words().iter().map(std::cell::Cell::get).collect();
    Some(Key { opcode: row.opcode, sub: row.sub, ty: instruction.ty().number(), words })
}

/// Returns the key of a computation, in which commutative operands are sorted by number.
pub(super) fn key(instruction: Value<'_>) -> Option<Key> {
    let mut key = key_as_written(instruction)?;
    if let [a, b] = key.words.as_mut_slice()
        && a > b
    {
        if fold::is_commutative(key.opcode) {
            std::mem::swap(a, b);
        } else if let Some(predicate) = predicate(instruction) {
            std::mem::swap(a, b);
            key.sub = predicate.swapped() as u8;
        }
    }
    Some(key)
}

impl<'d> Search<'_, 'd> {
    fn leave(&mut self, start: usize) {
        while self.undo.len() > start {
            match self.undo.pop() {
                Some(Undo::Value(key, old)) => restore(&mut self.values, key, old),
                Some(Undo::Memory(key, old)) => restore(&mut self.memory, key, old),
                Some(Undo::Call(key, old)) => restore(&mut self.calls, key, old),
                None => return,
            }
        }
    }

    fn know(&mut self, key: Key, value: Value<'d>) {
        let old = self.values.insert(key.clone(), value);
        self.undo.push(Undo::Value(key, old));
    }

    fn know_memory(&mut self, pointer: Value<'d>, value: Value<'d>, access: Value<'d>) {
        let known = Known { value, generation: self.generation, access };
        let old = self.memory.insert(pointer.number(), known);
        self.undo.push(Undo::Memory(pointer.number(), old));
    }

    fn walk(&mut self, block: Block<'d>) -> Result<()> {
        self.stored = None;
        let mut predecessors = self.dominators.predecessors(block);
        match (predecessors.next(), predecessors.next()) {
            (Some(only), None) => self.take_branch(only, block)?,
            (None, _) => {}
            _ => self.generation += 1,
        }
        let mut next = block.first();
        while let Some(instruction) = next {
            next = instruction.next();
            self.visit(instruction)?;
        }
        Ok(())
    }

    /// Records the condition of a branch in its target block, if that has no other predecessor.
    fn take_branch(&mut self, from: Block<'d>, block: Block<'d>) -> Result<()> {
        let Some(branch) = from.terminator().filter(|end| end.opcode() == Some(Opcode::Br)) else { return Ok(()) };
        let Some(condition) = branch.operands().next() else { return Ok(()) };
        let Some(first) = branch.successors().next() else { return Ok(()) };
        let holds = first == block;
        let Some(boolean) = block.draft().const_boolean(condition.ty(), holds) else { return Ok(()) };
        let mut open = vec![condition];
        // Both operands of a true `and` are true, both of a false `or` are false.
        let through = if holds { Opcode::And } else { Opcode::Or };
        while let Some(condition) = open.pop() {
            if condition.opcode().is_none() || !is_pure(condition) {
                continue;
            }
            if let Some(key) = key(condition) {
                self.know(key, boolean);
            }
            self.replace_below(condition, boolean, block)?;
            open.extend(operands_of(condition, through).into_iter().flatten());
        }
        Ok(())
    }

    /// Replaces the uses of a value in the blocks that a block dominates.
    fn replace_below(&mut self, value: Value<'d>, by: Value<'d>, block: Block<'d>) -> Result<()> {
        let users: Vec<Value<'d>> = value.users().collect();
        for user in users {
            let Some(of) = user.block() else { continue };
            if user.opcode() == Some(Opcode::Phi) {
                let from: Vec<Block<'d>> = user.incoming().map(|(_, from)| from).collect();
                for (i, from) in from.into_iter().enumerate() {
                    let is_it = user.word(i * 2) == Some(value.number());
                    if is_it && self.dominators.is_reached(from) && self.dominators.dominates(block, from) {
                        user.set_value_word(i * 2, by)?;
                        self.changed = true;
                    }
                }
            } else if self.dominators.is_reached(of) && self.dominators.dominates(block, of) {
                let count = user.operands().count();
                for i in 0..count {
                    if user.operands().nth(i) == Some(value) {
                        user.set_operand(i, by)?;
                        self.changed = true;
                    }
                }
            }
        }
        Ok(())
    }

    /// Replaces the uses of an instruction by a value, and erases it if it is dead.
    fn replace(&mut self, instruction: Value<'d>, by: Value<'d>) -> Result<()> {
        instruction.replace_uses(by)?;
        self.changed = true;
        if dead::is_dead(instruction) {
            instruction.erase()?;
        }
        Ok(())
    }

    fn replace_equal(&mut self, instruction: Value<'d>, known: Value<'d>) -> Result<()> {
        self.changed = true;
        replace_equal(instruction, known)
    }

    fn visit(&mut self, instruction: Value<'d>) -> Result<()> {
        if dead::is_dead(instruction) {
            self.changed = true;
            return instruction.erase();
        }
        if is_marker(instruction) {
            return self.assume(instruction);
        }
        let value = simplified(instruction).or_else(|| self.chosen(instruction));
        if let Some(value) = value.filter(|_| instruction.users().next().is_some()) {
            return self.replace(instruction, value);
        }
        if is_pure(instruction) {
            return self.visit_pure(instruction);
        }
        match instruction.opcode() {
            Some(Opcode::Load) => self.visit_load(instruction),
            Some(Opcode::Store) => self.visit_store(instruction),
            Some(Opcode::Call) if is_repeatable_call(instruction) => self.visit_call(instruction),
            _ => {
                self.visit_other(instruction);
                Ok(())
            }
        }
    }

    /// Returns the operand of a `select` that a comparison chooses whose inverse is known.
    fn chosen(&self, select: Value<'d>) -> Option<Value<'d>> {
        let &[condition, a, b] = operands_of(select, Opcode::Select)?.as_slice() else { return None };
        predicate(condition).filter(|predicate| predicate.is_integer())?;
        let key = key(condition)?;
        let opposite = Predicate::from_number(key.sub.into())?.opposite();
        let known = self.values.get(&Key { sub: opposite as u8, ..key })?;
        match () {
            () if known.is_ones() => Some(b),
            () if known.is_zero() => Some(a),
            () => None,
        }
    }

    fn assume(&mut self, instruction: Value<'d>) -> Result<()> {
        let assumed = instruction.called_intrinsic() == Some("assume");
        let Some(condition) = instruction.call_arguments().next().filter(|_| assumed) else { return Ok(()) };
        let boolean = instruction.draft().const_boolean(condition.ty(), true);
        if let (Some(boolean), Some(key)) = (boolean, key(condition).filter(|_| is_pure(condition))) {
            self.know(key, boolean);
        }
        Ok(())
    }

    fn visit_other(&mut self, instruction: Value<'d>) {
        if reads(instruction) {
            self.stored = None;
        }
        if writes(instruction) {
            self.generation += 1;
            self.stored = None;
        }
    }

    fn visit_pure(&mut self, instruction: Value<'d>) -> Result<()> {
        if instruction.opcode() == Some(Opcode::Call) {
            // The call may unwind, and its caller may read the stored value.
            self.stored = None;
        }
        let Some(key) = key(instruction) else { return Ok(()) };
        if let Some(known) = self.values.get(&key).copied().filter(|known| may_stand_for(*known, instruction)) {
            return self.replace_equal(instruction, known);
        }
        self.know(key, instruction);
        Ok(())
    }

    fn visit_call(&mut self, call: Value<'d>) -> Result<()> {
        self.stored = None;
        let Some(key) = key(call) else { return Ok(()) };
        let known = self.calls.get(&key).copied().filter(|(_, made)| *made == self.generation);
        if let Some((known, _)) = known.filter(|(known, _)| may_stand_for(*known, call)) {
            return self.replace_equal(call, known);
        }
        let old = self.calls.insert(key.clone(), (call, self.generation));
        self.undo.push(Undo::Call(key, old));
        Ok(())
    }

    fn visit_load(&mut self, load: Value<'d>) -> Result<()> {
        if is_ordered(load) {
            self.visit_other(load);
            return Ok(());
        }
        let Some(pointer) = load.operands().next() else { return Ok(()) };
        let known = self.memory.get(&pointer.number()).copied();
        let fits = |known: &Known<'d>| {
            known.generation == self.generation
                && known.value.ty() == load.ty()
                && (known.is_atomic() || !is_atomic(load))
        };
        if let Some(known) = known.filter(fits) {
            if known.value == known.access {
                known.value.promise_only_as(load);
            }
            return self.replace(load, known.value);
        }
        self.know_memory(pointer, load, load);
        self.stored = None;
        Ok(())
    }

    fn visit_store(&mut self, store: Value<'d>) -> Result<()> {
        let operands: Vec<Value<'d>> = store.operands().collect();
        let &[value, pointer] = operands.as_slice() else { return Ok(()) };
        if is_ordered(store) {
            self.visit_other(store);
            return Ok(());
        }
        let there = self.memory.get(&pointer.number()).copied();
        let same = there.is_some_and(|known| known.value == value && known.generation == self.generation);
        if same && !is_atomic(store) {
            self.changed = true;
            return store.erase();
        }
        self.generation += 1;
        if let Some(hidden) = self.stored.filter(|hidden| hides(store, *hidden)) {
            hidden.erase()?;
            self.changed = true;
        }
        self.know_memory(pointer, value, store);
        self.stored = Some(store);
        Ok(())
    }
}

impl Known<'_> {
    fn is_atomic(&self) -> bool {
        is_atomic(self.access)
    }
}

/// Replaces an instruction by an equal one, which keeps the promises of both, or by its known value, and erases it.
pub(super) fn replace_equal<'d>(instruction: Value<'d>, known: Value<'d>) -> Result<()> {
    if known.opcode() == instruction.opcode() {
        known.promise_only_as(instruction);
    }
    instruction.replace_uses(known)?;
    instruction.erase()
}

/// Returns whether a known instruction can replace an equal one: a convergent call only within the same block.
fn may_stand_for(known: Value<'_>, instruction: Value<'_>) -> bool {
    let convergent = instruction.opcode() == Some(Opcode::Call) && instruction.call_has(FUNCTION, "convergent");
    !convergent || known.block() == instruction.block()
}

fn is_atomic(access: Value<'_>) -> bool {
    let at = if access.opcode() == Some(Opcode::Store) { 3 } else { 2 };
    access.word(at).is_some_and(|order| order != 0)
}

/// Returns whether a store overwrites all bytes of an earlier one.
fn hides(later: Value<'_>, earlier: Value<'_>) -> bool {
    let (later_words, earlier_words) = (later.words(), earlier.words());
    let pointers = later_words.get(1).map(std::cell::Cell::get) == earlier_words.get(1).map(std::cell::Cell::get);
    let ty = |store: Value<'_>| store.operands().next().map(|value| value.ty().number());
    pointers && ty(later) == ty(earlier) && (is_atomic(later) || !is_atomic(earlier))
}

fn restore<K: std::hash::Hash + Eq, V>(map: &mut Map<K, V>, key: K, old: Option<V>) {
    match old {
        Some(old) => map.insert(key, old),
        None => map.remove(&key),
    };
}
