//! Writes the body of a function into the columns of its module: the only code that adds blocks, instructions and locals.

use crate::instruction::{Opcode, Row};
use crate::module::{BlockRow, Body, LocalRow, METADATA, Module, NONE};
use crate::sorting::Sorting;
use crate::types::TypeKind;

/// A body that is being written.
#[derive(Default)]
pub(crate) struct BodyWriter {
    body: Body,
    /// The instruction that begins the block that is being written.
    block_start: u32,
}

impl BodyWriter {
    /// Begins the body of a function of type `ty`, and adds its arguments to the locals.
    pub(crate) fn begin(m: &mut Module, ty: u32) -> BodyWriter {
        let body = Body::begin(m);
        m.add_parameters(ty);
        BodyWriter { block_start: body.instructions.start, body }
    }

    /// The number of the first local: the first argument, or the first result of a function without arguments.
    pub(crate) fn first_local(&self) -> u32 {
        self.body.locals.start
    }

    /// The first instruction.
    pub(crate) fn first_instruction(&self) -> u32 {
        self.body.instructions.start
    }

    /// The number of blocks that have ended.
    pub(crate) fn blocks(&self, m: &Module) -> u32 {
        m.blocks.len() as u32 - self.body.blocks.start
    }

    /// Returns whether the current block has no instructions yet, as after a terminator.
    pub(crate) fn is_at_block_end(&self, m: &Module) -> bool {
        self.block_start == m.instructions.len() as u32
    }

    /// Adds an instruction whose operands are in the pool from `start` on; returns the local that it defines, or NONE. A terminator
    /// ends the current block.
    #[inline(always)]
    pub(crate) fn push(&mut self, m: &mut Module, opcode: Opcode, sub: u8, flags: u16, ty: u32, start: usize) -> u32 {
        let here = m.instructions.len() as u32;
        let mut result = NONE;
        if ty != NONE && m.types.kind(ty) != TypeKind::Void {
            result = m.locals.len() as u32;
            m.locals.push(LocalRow { ty, instruction: here });
        }
        let count = (m.operands.len() - start) as u32;
        m.instructions.push(Row { opcode, sub, flags, ty, operands: start as u32, count, result });
        if opcode.is_terminator() {
            m.blocks.push(BlockRow { first: self.block_start, end: here + 1 });
            self.block_start = here + 1;
        }
        result
    }

    /// Returns whether the pool of operands is full.
    pub(crate) fn is_full(m: &Module) -> bool {
        m.operands.len() > METADATA as usize
    }

    /// Sets the debug location of an instruction: the number of the node, plus one.
    pub(crate) fn set_location(m: &mut Module, instruction: u32, location: u32) {
        m.locations.resize(instruction as usize + 1, 0);
        if let Some(slot) = m.locations.get_mut(instruction as usize) {
            *slot = location;
        }
    }

    /// Closes the ranges of the body, and sorts its attachments by instruction and kind.
    pub(crate) fn end(self, m: &mut Module) -> Body {
        let mut body = self.body;
        body.end(m);
        let from = body.attachments.start as usize;
        m.attachments.get_mut(from..).unwrap_or(&mut []).arrange_by_key(|a| (a.to, a.kind));
        body
    }
}
