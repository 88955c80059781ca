//! Checks the operands of all instructions: their kinds, and that definitions dominate their uses.

use super::body::{Body, Here};
use super::fault::Rule;
use super::view::is_metadata;
use super::{Chapter, Verifier};
use crate::constants::ConstantKind;
use crate::instruction::{Opcode, Slot};
use crate::module::{Bundle, LOCAL, METADATA, NONE};
use crate::types::TypeKind;

const HERE: Chapter = Chapter::Dominance;

impl<'m> Verifier<'m> {
    /// Checks all operands of an instruction.
    #[inline(always)]
    pub(super) fn operands(&mut self, here: Here<'_, 'm>) -> Rule {
        use Opcode::*;
        let row = here.row;
        if row.ty != NONE {
            let kind = self.m.types.kind(row.ty);
            Chapter::Types.require(
                !matches!(kind, TypeKind::Function | TypeKind::Opaque),
                "Instruction returns a non-scalar type!",
            )?;
            Chapter::Types.require(kind != TypeKind::Metadata || row.opcode.is_call(), "Invalid use of metadata!")?;
        }
        match (row.opcode, row.opcode.values(here.words.len())) {
            (Phi, _) => self.incoming(here),
            (Call | Invoke | CallBr, _) => self.call_operands(here, row.opcode.first_argument() - 1),
            (_, Some(values)) => {
                here.words.get(values).unwrap_or(&[]).iter().try_for_each(|&value| self.operand(here, value))
            }
            (_, None) => {
                for (i, &word) in here.words.iter().enumerate() {
                    if row.opcode.slot(here.words, i) == Some(Slot::Value) {
                        self.operand(here, word)?;
                    }
                }
                Ok(())
            }
        }
    }

    fn call_operands(&mut self, here: Here<'_, 'm>, callee: usize) -> Rule {
        let value = here.word(callee);
        if value & LOCAL != 0 {
            self.use_of(here, value)?;
        }
        let others = if here.row.opcode == Opcode::CallBr { here.word(4) as usize } else { 0 };
        let end = here.words.len().saturating_sub(others);
        for &value in here.words.get(callee + 1..end).unwrap_or(&[]) {
            self.operand(here, value)?;
        }
        for bundle in here.body.bundles_of(here.number) {
            self.bundle_operands(here, bundle)?;
        }
        Ok(())
    }

    fn bundle_operands(&mut self, here: Here<'_, 'm>, bundle: &Bundle) -> Rule {
        let tag = self.m.bundle_tags.get(bundle.tag as usize).map_or(&[][..], |&tag| self.m.text(tag));
        let takes_intrinsics = tag == b"clang.arc.attachedcall";
        for &value in self.m.words(bundle.operands, bundle.count) {
            if !(takes_intrinsics && self.m.function_of(value).is_some()) {
                self.operand(here, value)?;
            }
        }
        Ok(())
    }

    /// Checks an operand other than a callee.
    #[inline(always)]
    fn operand(&mut self, here: Here<'_, 'm>, value: u32) -> Rule {
        if value & LOCAL != 0 {
            return self.use_of(here, value);
        }
        if is_metadata(value) {
            return Chapter::Types.require(here.row.opcode.is_call(), "Invalid use of metadata!");
        }
        self.constant_operand(value)
    }

    fn constant_operand(&mut self, value: u32) -> Rule {
        let Some(c) = self.m.constants.get(value) else {
            return Chapter::Types.broken("Operand is null");
        };
        match c.kind {
            ConstantKind::Integer | ConstantKind::Float => Ok(()),
            ConstantKind::Global => Chapter::Intrinsics
                .require(!self.is_intrinsic(c.data as usize), "Cannot take the address of an intrinsic!"),
            ConstantKind::InlineAsm => Chapter::Assembly.broken("Cannot take the address of an inline asm!"),
            ConstantKind::Expression
            | ConstantKind::Gep
            | ConstantKind::PtrAuth
            | ConstantKind::Aggregate
            | ConstantKind::BlockAddress => self.expression(value),
            _ => Chapter::Types
                .require(self.m.types.is_first_class(c.ty), "Instruction operands must be first-class values!"),
        }
    }

    /// Checks the use of a local, which its definition must dominate.
    #[inline(always)]
    fn use_of(&mut self, here: Here<'_, 'm>, value: u32) -> Rule {
        let local = self.m.locals.get((value & !LOCAL) as usize);
        let Some(local) = local.filter(|_| here.body.owns(value)) else {
            return HERE.broken("Referring to an instruction in another function!");
        };
        if local.instruction == NONE {
            return Ok(());
        }
        let Some(&block) = self.blocks.get(local.instruction as usize).filter(|_| here.body.has(local.instruction))
        else {
            return HERE.broken("Referring to an instruction in another function!");
        };
        if block == here.block {
            let before = local.instruction < here.number || !here.body.graph.is_reached(here.block);
            if before {
                return Ok(());
            }
            let message = match local.instruction == here.number {
                true => "Only PHI nodes may reference their own value!",
                false => "Instruction does not dominate all uses!",
            };
            return HERE.broken(message);
        }
        self.dominates(here.body, local.instruction, block, here.block)
    }

    /// Checks that a definition dominates a block, or its end.
    #[inline(always)]
    fn dominates(&self, body: &Body<'m>, definition: u32, from: u32, block: u32) -> Rule {
        let graph = &body.graph;
        if !graph.is_reached(block) {
            return Ok(());
        }
        let row = self.m.instructions.get(definition as usize);
        let holds = match row.filter(|row| row.opcode == Opcode::Invoke) {
            Some(row) => match self.m.operands(row) {
                [_, _, _, normal, unwind, ..] if normal == unwind => true,
                [_, _, _, normal, ..] => graph.is_reached(from) && graph.edge_dominates(from, *normal, block),
                _ => true,
            },
            None => graph.is_reached(from) && graph.dominates(from, block),
        };
        HERE.require(holds, "Instruction does not dominate all uses!")
    }

    /// Checks the incoming values of a phi, whose definitions must dominate the ends of the incoming blocks.
    fn incoming(&mut self, here: Here<'_, 'm>) -> Rule {
        for &[value, block] in here.words.as_chunks::<2>().0 {
            if value & LOCAL == 0 {
                if value & METADATA == 0 {
                    self.constant_operand(value)?;
                }
                continue;
            }
            let local = self.m.locals.get((value & !LOCAL) as usize).filter(|_| here.body.owns(value));
            let Some(local) = local else {
                return HERE.broken("Referring to an instruction in another function!");
            };
            if local.instruction == NONE {
                continue;
            }
            let from = self.blocks.get(local.instruction as usize).copied().unwrap_or(0);
            if !here.body.has(local.instruction) {
                return HERE.broken("Referring to an instruction in another function!");
            }
            let is_invoke =
                self.m.instructions.get(local.instruction as usize).map(|r| r.opcode) == Some(Opcode::Invoke);
            if is_invoke {
                self.incoming_of_invoke(here, local.instruction, from, block)?;
            } else if from != block {
                self.dominates(here.body, local.instruction, from, block)?;
            }
        }
        Ok(())
    }

    /// Checks an `invoke` result as an incoming value, which must come by the normal edge, or from a block that it dominates.
    fn incoming_of_invoke(&self, here: Here<'_, 'm>, invoke: u32, from: u32, block: u32) -> Rule {
        let row = self.m.instructions.get(invoke as usize);
        let normal = row.and_then(|row| self.m.operands(row).get(3).copied());
        if from == block && normal == Some(here.block) {
            return Ok(());
        }
        self.dominates(here.body, invoke, from, block)
    }
}
