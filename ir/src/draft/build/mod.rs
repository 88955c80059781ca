//! Makes instructions after checking that their operands fit.
//!
//! Nothing is folded: every call makes an instruction, even of constants.

mod arithmetic;
mod atomics;
mod calls;
mod control;
mod memory;
mod vectors;

pub(in crate::draft) use arithmetic::{check_binary, check_cast, check_compare, check_select};
pub use memory::Access;
pub(in crate::draft) use memory::check_gep;
pub(in crate::draft) use vectors::check_element;

use std::cell::Cell;

use super::{Block, Draft, Function, Metadata, Refused, Result, Value, need};
use crate::instruction::{Opcode, Row};
use crate::module::{LOCAL, NONE};

/// Makes instructions at a position in a block.
pub struct Builder<'d> {
    draft: &'d Draft,
    /// The block and the instruction before which new instructions are placed; [`NONE`] for the end of the block.
    at: Cell<(u32, u32)>,
    /// The debug location of new instructions: a node, plus one; zero is none.
    location: Cell<u32>,
    made: Cell<u64>,
    most: Cell<u64>,
}

impl<'d> Builder<'d> {
    /// Returns a builder without a position.
    pub fn new(draft: &'d Draft) -> Self {
        let (at, most) = (Cell::new((NONE, NONE)), Cell::new(u64::MAX));
        Builder { draft, at, location: Cell::new(0), made: Cell::new(0), most }
    }

    /// Puts new instructions at the end of a block.
    pub fn position_at_end(&self, block: Block<'d>) {
        self.at.set((block.number, NONE));
    }

    /// Puts new instructions before another.
    ///
    /// # Errors
    /// A value that is not an instruction in a block.
    pub fn position_before(&self, instruction: Value<'d>) -> Result<()> {
        let (Some(number), Some(block)) = (instruction.instruction(), instruction.block()) else {
            return need(false, "a builder stands before an instruction in a block");
        };
        self.at.set((block.number, number));
        Ok(())
    }

    /// Puts new instructions behind the phis of a block.
    pub fn position_after_phis(&self, block: Block<'d>) {
        let first = block.instructions().find(|i| i.opcode() != Some(Opcode::Phi));
        self.at.set((block.number, first.and_then(Value::instruction).unwrap_or(NONE)));
    }

    /// Returns the block in which new instructions are placed.
    #[inline]
    pub fn block(&self) -> Option<Block<'d>> {
        self.draft.block(self.at.get().0).filter(|block| block.function().is_some())
    }

    /// Sets or clears the debug location of new instructions.
    pub fn set_location(&self, location: Option<Metadata<'d>>) {
        self.location.set(location.map_or(0, |node| node.number + 1));
    }

    /// Returns the number of instructions that this builder has made.
    pub fn made(&self) -> u64 {
        self.made.get()
    }

    /// Limits the number of instructions that the builder may make; more are an error.
    pub fn stop_after(&self, most: u64) {
        self.most.set(most);
    }

    fn function(&self) -> Result<Function<'d>> {
        self.block().and_then(Block::function).ok_or_else(|| Refused::new("the builder has no position"))
    }

    /// Makes an instruction of checked operands; `ty` is the type of its result.
    fn put(&self, row: Row, words: &[u32], ty: u32) -> Result<Value<'d>> {
        let draft = self.draft;
        let (block, before) = self.at.get();
        need(draft.blocks.get(block).function != NONE, "the builder has no position")?;
        need(self.made.get() < self.most.get(), "more instructions than were allowed")?;
        self.made.set(self.made.get() + 1);
        let (instruction, local) = draft.add_instruction(row, words, ty);
        draft.place(instruction, block, before);
        draft.set_location(instruction, self.location.get());
        Ok(draft.value(LOCAL | local))
    }

    /// Makes an instruction with a result.
    fn put_value(&self, opcode: Opcode, words: &[u32], ty: u32) -> Result<Value<'d>> {
        self.put(Row { opcode, ty, ..Row::default() }, words, ty)
    }

    /// Makes an instruction without a result.
    fn put_effect(&self, opcode: Opcode, words: &[u32]) -> Result<Value<'d>> {
        self.put(Row { opcode, ..Row::default() }, words, self.draft.void())
    }

    /// Makes a copy of an instruction that is neither a phi nor a terminator, with its operands, flags, metadata and bundles.
    ///
    /// # Errors
    /// Another instruction.
    pub fn copy(&self, instruction: Value<'d>) -> Result<Value<'d>> {
        let draft = self.draft;
        let (Some(row), Some(old)) = (instruction.row(), instruction.instruction()) else {
            return Err(Refused::new("only instructions are copied"));
        };
        need(row.opcode != Opcode::Phi && !row.opcode.is_terminator(), "phis and terminators are not copied")?;
        let words: Vec<u32> = draft.words(&row).iter().map(Cell::get).collect();
        let copy = self.put(row, &words, instruction.ty().number)?;
        let new = copy.instruction().unwrap_or(NONE);
        draft.set_location(new, draft.locations.get(old));
        draft.copy_side(old, new);
        Ok(copy)
    }

    /// Makes the instruction equivalent to a constant expression.
    ///
    /// # Errors
    /// Another value.
    pub fn expression(&self, constant: Value<'d>) -> Result<Value<'d>> {
        let (draft, opcode) = (self.draft, constant.constant_opcode());
        let (Some(opcode), Some(row)) = (opcode, draft.constant(constant.number)) else {
            return Err(Refused::new("only constant expressions become instructions"));
        };
        let mut words = draft.constants.borrow().words(&row).to_vec();
        if opcode == Opcode::GetElementPtr && words.len() > 1 {
            // The range of `inrange` exists in constants only.
            words.remove(1);
        }
        // A comparison has its predicate where an instruction has its flags.
        let (sub, flags) = match opcode {
            Opcode::ICmp | Opcode::FCmp => (row.flags as u8, 0),
            _ => (0, row.flags),
        };
        self.put(Row { opcode, sub, flags, ty: row.ty, ..Row::default() }, &words, row.ty)
    }
}
