//! Parses terminators.

use super::Parser;
use super::instructions::Made;
use crate::error::Result;
use crate::instruction::Opcode;
use crate::module::NONE;
use crate::text::lex::Token;
use crate::types::TypeKind;

impl Parser<'_> {
    pub(super) fn ret(&mut self) -> Result<Made> {
        let at = self.at;
        let ty = self.any_type()?;
        let wanted = self.result_type();
        if ty != wanted {
            return self.fail_at(at, "the function returns another type");
        }
        if self.m.types.kind(ty) != TypeKind::Void {
            let value = self.value(ty)?;
            self.m.operands.push(value);
        }
        Ok(Made::new(Opcode::Ret, NONE))
    }

    pub(super) fn br(&mut self) -> Result<Made> {
        if self.is_word("label") {
            let block = self.typed_block()?;
            self.m.operands.push(block);
            return Ok(Made::new(Opcode::Br, NONE));
        }
        let at = self.at;
        let (condition, ty) = self.typed()?;
        if ty != self.boolean {
            return self.fail_at(at, "the condition is no `i1`");
        }
        self.need(b',')?;
        let taken = self.typed_block()?;
        self.need(b',')?;
        let other = self.typed_block()?;
        self.m.operands.extend([taken, other, condition]);
        Ok(Made::new(Opcode::Br, NONE))
    }

    pub(super) fn switch(&mut self) -> Result<Made> {
        let at = self.at;
        let (condition, ty) = self.typed()?;
        if self.m.types.kind(ty) != TypeKind::Integer {
            return self.fail_at(at, "the condition is no integer");
        }
        self.need(b',')?;
        let default = self.typed_block()?;
        self.m.operands.extend([condition, default]);
        self.need(b'[')?;
        let mut seen = std::collections::HashSet::<u32, rustc_hash::FxBuildHasher>::default();
        while !self.eat(b']')? {
            let at = self.at;
            let case_ty = self.ty()?;
            let value = self.constant(case_ty)?;
            if case_ty != ty || !self.is_integer(value) {
                return self.fail_at(at, "a case is an integer of the condition's type");
            }
            if !seen.insert(value) {
                return self.fail_at(at, "there are two cases of this value");
            }
            self.need(b',')?;
            let block = self.typed_block()?;
            self.m.operands.extend([value, block]);
        }
        Ok(Made::new(Opcode::Switch, NONE))
    }

    fn is_integer(&self, value: u32) -> bool {
        use crate::constants::ConstantKind::{Integer, WideInteger};
        self.m.constants.get(value).is_some_and(|c| matches!(c.kind, Integer | WideInteger))
    }

    pub(super) fn indirect_br(&mut self) -> Result<Made> {
        let at = self.at;
        let (address, ty) = self.typed()?;
        if self.m.types.kind(ty) != TypeKind::Pointer {
            return self.fail_at(at, "the address is no pointer");
        }
        self.m.operands.push(address);
        self.need(b',')?;
        let blocks = self.block_list()?;
        self.m.operands.extend(blocks);
        Ok(Made::new(Opcode::IndirectBr, NONE))
    }

    /// Parses `[label %a, label %b]`.
    pub(super) fn block_list(&mut self) -> Result<Vec<u32>> {
        let mut blocks = Vec::new();
        self.need(b'[')?;
        if !self.is_mark(b']') {
            blocks.push(self.typed_block()?);
            while self.eat(b',')? {
                blocks.push(self.typed_block()?);
            }
        }
        self.need(b']')?;
        Ok(blocks)
    }

    /// Parses the targets of an `invoke`: `to label %a unwind label %b`.
    pub(super) fn invoke_targets(&mut self) -> Result<[u32; 2]> {
        self.need_word("to")?;
        let normal = self.typed_block()?;
        self.need_word("unwind")?;
        Ok([normal, self.typed_block()?])
    }

    /// Parses `unwind to caller`, which is `None`, or `unwind` and a block.
    pub(super) fn unwind(&mut self) -> Result<Option<u32>> {
        self.need_word("unwind")?;
        if matches!(self.token, Token::Word(b"to")) {
            self.next()?;
            self.need_word("caller")?;
            return Ok(None);
        }
        self.typed_block().map(Some)
    }
}
