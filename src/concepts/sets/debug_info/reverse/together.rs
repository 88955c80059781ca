//! The nodes that bodies of functions name, made before all bodies: descriptions, then variables, then locations.
//!
//! LLVM's context has a table for each class of nodes. Making one class at a time keeps its table in the caches, and
//! puts nodes that LLVM's verifier and writer visit together into adjacent memory.

use super::super::is_definition;
use super::super::rows::number;
use super::Reader;
use crate::binary::{Function, Instruction, Op};
use crate::error::Result;
use crate::llvm::Metadata;
use crate::llvm::debug::Class;

impl<'m> Reader<'_, 'm> {
    /// Makes the nodes that functions refer to, once.
    pub(super) fn make_together(&mut self) -> Result<()> {
        if std::mem::replace(&mut self.d.is_together, true) || self.d.sets.is_empty() {
            return Ok(());
        }
        let spv = self.r.spv;
        for function in spv.functions() {
            self.description(function)?;
        }
        self.variables()?;
        spv.functions().try_for_each(|function| self.locations(function))
    }

    /// Returns the description of a function, if there is one and it may be attached.
    pub(super) fn description(&mut self, function: Function<'m>) -> Result<Option<Metadata<'m>>> {
        let description = self.d.functions.get(&function.id()).copied();
        let made = description.map(|id| self.make(id)).transpose()?.flatten();
        Ok(made.filter(|made| can_be_attached(*made)))
    }

    fn variables(&mut self) -> Result<()> {
        let mut next = 0;
        while let Some(inst) = self.d.all.get(next).copied() {
            if let Some((_, number::LOCAL_VARIABLE)) = self.numbered(inst) {
                self.make(inst.result_id().unwrap_or_default()).map_err(|error| inst.place(error))?;
            }
            next += 1;
        }
        Ok(())
    }

    /// Makes the locations of a function that is described.
    fn locations(&mut self, function: Function<'m>) -> Result<()> {
        self.d.subprogram = self.description(function)?;
        if self.d.subprogram.is_none() {
            return Ok(());
        }
        self.d.starts.insert(function.id(), self.d.locations.len());
        for block in function.blocks {
            self.d.forget_place();
            for inst in block.instructions() {
                if self.d.is_stale {
                    let place = self.place().map_err(|error| inst.place(error))?;
                    self.d.locations.push((inst.offset(), place));
                }
                self.follow(inst).map_err(|error| inst.place(error))?;
            }
        }
        Ok(())
    }

    /// Updates the location in effect by an instruction.
    fn follow(&mut self, inst: Instruction<'m>) -> Result<()> {
        if matches!(inst.opcode(), Op::Line | Op::NoLine) {
            self.d.set_line(inst);
        } else if let Some((set, number)) = self.numbered(inst)
            && matches!(number, number::SCOPE | number::NO_SCOPE | number::LINE | number::NO_LINE)
        {
            self.in_function(set, number, Self::operands(inst))?;
        }
        Ok(())
    }

    /// Returns the location in effect at an instruction.
    pub(super) fn place_at(&mut self, inst: Instruction<'m>) -> Result<Option<Metadata<'m>>> {
        if self.d.is_stale
            && let Some((offset, place)) = self.d.locations.get(self.d.next_location).copied()
            && offset == inst.offset()
        {
            self.d.next_location += 1;
            (self.d.is_stale, self.d.place) = (false, place);
        }
        self.place()
    }
}

/// Returns whether a node describes a function that has a body.
pub(super) fn can_be_attached(made: Metadata<'_>) -> bool {
    let node = made.debug_node();
    node.class == Class::Function && is_definition(&node)
}
