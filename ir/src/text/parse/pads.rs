//! Parses exception-handling pads.

use super::Parser;
use super::instructions::Made;
use crate::error::Result;
use crate::instruction::Opcode;
use crate::module::NONE;
use crate::text::lex::Token;
use crate::types::TypeKind;

impl Parser<'_> {
    fn token_type(&mut self) -> u32 {
        self.m.types.simple(TypeKind::Token, 0)
    }

    /// Parses `within %pad`, or `within none`.
    fn parent(&mut self) -> Result<u32> {
        self.need_word("within")?;
        if !matches!(self.token, Token::Local(_) | Token::LocalNumber(_) | Token::Word(b"none")) {
            return self.fail("expected a pad, or `none`");
        }
        let ty = self.token_type();
        self.value(ty)
    }

    pub(super) fn pad(&mut self, opcode: Opcode) -> Result<Made> {
        let parent = self.parent()?;
        self.m.operands.push(parent);
        self.need(b'[')?;
        while !self.is_mark(b']') {
            let argument = self.argument_value()?;
            self.m.operands.push(argument);
            if !self.eat(b',')? {
                break;
            }
        }
        self.need(b']')?;
        Ok(Made::new(opcode, self.token_type()))
    }

    /// Parses a value with its type, or metadata.
    pub(super) fn argument_value(&mut self) -> Result<u32> {
        let ty = self.ty()?;
        match self.m.types.kind(ty) {
            TypeKind::Metadata => self.metadata_value(),
            _ => self.value(ty),
        }
    }

    pub(super) fn catch_switch(&mut self) -> Result<Made> {
        let parent = self.parent()?;
        if self.text.get(self.at) != Some(&b'[') {
            return self.fail("expected `[`");
        }
        let blocks = self.block_list()?;
        if blocks.is_empty() {
            return self.fail("expected a block at least");
        }
        self.m.operands.extend([parent, blocks.len() as u32]);
        self.m.operands.extend(blocks);
        let unwind = self.unwind()?;
        self.m.operands.extend(unwind);
        Ok(Made::new(Opcode::CatchSwitch, self.token_type()))
    }

    pub(super) fn pad_return(&mut self, opcode: Opcode) -> Result<Made> {
        self.need_word("from")?;
        let ty = self.token_type();
        let pad = self.value(ty)?;
        self.m.operands.push(pad);
        let target = if opcode == Opcode::CatchRet {
            self.need_word("to")?;
            Some(self.typed_block()?)
        } else {
            self.unwind()?
        };
        self.m.operands.extend(target);
        Ok(Made::new(opcode, NONE))
    }
}
