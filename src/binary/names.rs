//! Texts that belong to ids: `OpName`, `OpMemberName`, `OpString`.
//!
//! In: the instructions of section 7. Out: `&str`s by id, all from one buffer. The last name of an id wins.

use super::Id;
use super::instruction::Instruction;
use super::strings;
use crate::error::Result;
use ::spirv::Op;
use rustc_hash::FxHashMap;

/// A part of the buffer: where it begins, and its length.
type Span = (u32, u32);

/// For each id the span of its text, (0, 0) if it has none; the list is empty until the first text is set.
#[derive(Debug, Default)]
struct ById(Vec<Span>);

impl ById {
    fn set(&mut self, id: Id, span: Span, bound: Id) {
        if self.0.is_empty() {
            self.0 = vec![(0, 0); bound as usize];
        }
        if let Some(slot) = self.0.get_mut(id as usize) {
            *slot = span;
        }
    }

    fn get(&self, id: Id) -> Option<&Span> {
        self.0.get(id as usize).filter(|span| span.0 != 0)
    }
}

/// The texts of a module.
#[derive(Debug)]
pub(super) struct Names {
    /// The concatenated texts; none begins at 0.
    buffer: String,
    scratch: Vec<u8>,
    bound: Id,
    names: ById,
    members: FxHashMap<(Id, u32), Span>,
    strings: ById,
}

impl Names {
    /// Creates an empty table; the ids of names are below the bound.
    pub fn new(bound: Id) -> Self {
        Self {
            buffer: "\0".to_owned(),
            scratch: Vec::new(),
            bound,
            names: ById::default(),
            members: FxHashMap::default(),
            strings: ById::default(),
        }
    }

    /// Adds the text of an instruction; an instruction without a text is skipped.
    pub fn add(&mut self, instruction: Instruction<'_>) -> Result<()> {
        match (instruction.opcode(), instruction.operands()) {
            (Op::Name, [id, text @ ..]) => {
                let span = self.span(instruction, text)?;
                self.names.set(*id, span, self.bound);
            }
            (Op::MemberName, [id, member, text @ ..]) => {
                let span = self.span(instruction, text)?;
                self.members.insert((*id, *member), span);
            }
            (Op::String, [id, text @ ..]) => {
                let span = self.span(instruction, text)?;
                self.strings.set(*id, span, self.bound);
            }
            _ => {}
        }
        Ok(())
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

    /// Returns the name that `OpName` gives.
    pub fn name(&self, id: Id) -> Option<&str> {
        self.text(self.names.get(id))
    }

    /// Returns the name that `OpMemberName` gives.
    pub fn member_name(&self, id: Id, member: u32) -> Option<&str> {
        self.text(self.members.get(&(id, member)))
    }

    /// Returns the string of an `OpString`.
    pub fn string(&self, id: Id) -> Option<&str> {
        self.text(self.strings.get(id))
    }
}

#[cfg(test)]
mod tests {
    use crate::binary::testing::Bytes;
    use crate::binary::{Module, Op};

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
