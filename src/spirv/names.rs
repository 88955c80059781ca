//! Texts that belong to ids: `OpName`, `OpMemberName`, `OpString`.
//!
//! In: the instructions of section 7. Out: `&str`s by id, all from one buffer. Where two names are given, the later
//! counts.

use super::Id;
use super::instruction::Instruction;
use super::strings;
use crate::error::Result;
use ::spirv::Op;
use rustc_hash::FxHashMap;

/// A part of the buffer.
type Span = (u32, u32);

/// The texts of a module.
#[derive(Debug, Default)]
pub(super) struct Names {
    buffer: String,
    scratch: Vec<u8>,
    names: FxHashMap<Id, Span>,
    /// A bit for each id that has a name: every result is asked for its own, and few have one.
    named: Vec<u64>,
    members: FxHashMap<(Id, u32), Span>,
    strings: FxHashMap<Id, Span>,
}

impl Names {
    /// Takes an instruction; those that give no text are passed over.
    pub fn add(&mut self, instruction: Instruction<'_>) -> Result<()> {
        match (instruction.opcode(), instruction.operands()) {
            (Op::Name, [id, text @ ..]) => {
                let span = self.span(instruction, text)?;
                self.names.insert(*id, span);
                self.mark(*id);
            }
            (Op::MemberName, [id, member, text @ ..]) => {
                let span = self.span(instruction, text)?;
                self.members.insert((*id, *member), span);
            }
            (Op::String, [id, text @ ..]) => {
                let span = self.span(instruction, text)?;
                self.strings.insert(*id, span);
            }
            _ => {}
        }
        Ok(())
    }

    /// Notes that an id, which has been found to be in bounds, has a name.
    fn mark(&mut self, id: Id) {
        let word = id as usize / 64;
        if word >= self.named.len() {
            self.named.resize(word + 1, 0);
        }
        if let Some(bits) = self.named.get_mut(word) {
            *bits |= 1 << (id % 64);
        }
    }

    fn span(&mut self, instruction: Instruction<'_>, text: &[u32]) -> Result<Span> {
        let start = self.buffer.len();
        let length = strings::append(&mut self.buffer, &mut self.scratch, text);
        let length = length.map_err(|rule| instruction.breaks(rule, ""))?;
        Ok((start as u32, length as u32))
    }

    fn text(&self, span: Option<&Span>) -> Option<&str> {
        let (start, length) = *span?;
        self.buffer.get(start as usize..)?.get(..length as usize)
    }

    /// What `OpName` says.
    pub fn name(&self, id: Id) -> Option<&str> {
        let is_named = self.named.get(id as usize / 64).is_some_and(|bits| bits >> (id % 64) & 1 == 1);
        if is_named { self.text(self.names.get(&id)) } else { None }
    }

    /// What `OpMemberName` says.
    pub fn member_name(&self, id: Id, member: u32) -> Option<&str> {
        self.text(self.members.get(&(id, member)))
    }

    /// What `OpString` says.
    pub fn string(&self, id: Id) -> Option<&str> {
        self.text(self.strings.get(&id))
    }
}

#[cfg(test)]
mod tests {
    use crate::spirv::testing::Bytes;
    use crate::spirv::{Module, Op};

    #[test]
    fn s0_24_names_and_s0_23_strings() {
        Bytes::library(3)
            .text(Op::String, &[2], "a.cl")
            .text(Op::Name, &[1], "first")
            .text(Op::Name, &[1], "S")
            .text(Op::MemberName, &[1, 0], "x")
            .op(Op::TypeStruct, &[1])
            .module(check);
    }

    fn check(module: &Module<'_>) {
        assert_eq!((module.name(1), module.name(2), module.string(2)), (Some("S"), None, Some("a.cl")));
        assert_eq!((module.member_name(1, 0), module.member_name(1, 1)), (Some("x"), None));
    }
}
