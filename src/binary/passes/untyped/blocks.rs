//! Subgroup block reads and writes, asynchronous copies, and loads and stores of vectors: their pointers keep their
//! pointees, which determine the width of the numbers.

use super::Pass;
use crate::binary::{Instruction, write};
use crate::error::Result;
use ::spirv::Op;

impl<'w> Pass<'w> {
    /// Writes a block read or write, a copy, or a vector access. The pointers at `places` are casts that keep their
    /// pointees, or are cast here.
    pub(super) fn block(&mut self, inst: Instruction<'w>, places: &[usize]) -> Result<()> {
        let mut words = self.renamed(inst)?;
        for at in places {
            let pointer = inst.operands().get(*at).copied().unwrap_or_default();
            let is_cast = self.definitions.get(pointer).is_some_and(|made| made.opcode() == Op::Bitcast);
            let ty = self.definitions.type_of(pointer).unwrap_or_default();
            if let Some(word) = words.get_mut(*at).filter(|_| self.parameters.blocks.contains(&pointer) && !is_cast) {
                let cast = self.fresh();
                write::instruction(&mut self.out, Op::Bitcast, &[ty, cast, *word])?;
                *word = cast;
            }
        }
        write::instruction(&mut self.out, inst.opcode(), &words)
    }

    /// Writes the cast that gives the pointer of a block operation its pointee.
    pub(super) fn block_cast(&mut self, inst: Instruction<'w>) -> Result<()> {
        let (ty, id) = (inst.result_type().unwrap_or_default(), inst.result_id().unwrap_or_default());
        let value = self.id(inst.operand(0)?);
        write::instruction(&mut self.out, Op::Bitcast, &[ty, id, value])
    }
}
