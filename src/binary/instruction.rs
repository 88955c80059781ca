//! One instruction: a view of its words, typed by the grammar.
//!
//! In: words whose boundaries `read` has checked. Out: opcode, result, operands, without a copy or an allocation.
//! Serves section 2.3 (physical layout, instructions) of the specification.

use super::check::rules::{self, Rule};
use super::grammar::{self, Info};
use super::{Id, long, strings};
use crate::error::{Code, Error, Result};
use ::spirv::Op;
use std::fmt;
use std::fmt::Display;

/// A view of one instruction in the word buffer.
#[derive(Clone, Copy)]
pub struct Instruction<'m> {
    words: &'m [u32],
    /// The grammar's row, looked up once because all accessors use it.
    info: &'static Info,
    offset: u32,
}

impl PartialEq for Instruction<'_> {
    fn eq(&self, other: &Self) -> bool {
        (self.words, self.offset) == (other.words, other.offset)
    }
}

impl Eq for Instruction<'_> {}

impl<'m> Instruction<'m> {
    /// Creates a view of `words`, the first of which holds the opcode, at `offset` words from the start of the module.
    #[inline]
    pub(super) fn new(words: &'m [u32], offset: u32) -> Self {
        let info = grammar::info_or_unknown(words.first().map_or(0, |word| *word as u16));
        Self { words, info, offset }
    }

    /// The number of the opcode, known to the grammar or not.
    #[inline]
    pub fn opcode_number(self) -> u16 {
        self.words.first().map_or(0, |word| *word as u16)
    }

    /// The opcode; `OpNop` for one that the grammar does not know (which only [`super::Words::read_any`] lets pass).
    #[inline]
    pub fn opcode(self) -> Op {
        self.info().op
    }

    /// The opcode's name in the specification.
    pub fn name(self) -> &'static str {
        self.info().name
    }

    /// Returns the grammar's row of the opcode.
    #[inline]
    pub fn info(self) -> &'static Info {
        self.info
    }

    /// Returns all words, including the first one (word count and opcode).
    #[inline]
    pub fn words(self) -> &'m [u32] {
        self.words
    }

    /// The words after the first one.
    #[inline]
    pub fn operands(self) -> &'m [u32] {
        self.words.get(1..).unwrap_or_default()
    }

    /// Returns the offset, in words from the start of the binary.
    #[inline]
    pub fn offset(self) -> usize {
        self.offset as usize
    }

    /// The id of the result type, if the opcode has one.
    #[inline]
    pub fn result_type(self) -> Option<Id> {
        if self.info().has_type { self.words.get(1).copied() } else { None }
    }

    /// Returns the result id, if the opcode has one.
    #[inline]
    pub fn result_id(self) -> Option<Id> {
        let info = self.info();
        if info.has_result { self.words.get(1 + usize::from(info.has_type)).copied() } else { None }
    }

    /// The operands after result type and result id.
    #[inline]
    pub fn in_operands(self) -> &'m [u32] {
        let info = self.info();
        self.words.get(1 + usize::from(info.has_type) + usize::from(info.has_result)..).unwrap_or_default()
    }

    /// The `index`-th word of the operands after result type and result id.
    #[inline]
    pub fn operand(self, index: usize) -> Result<u32> {
        self.in_operands().get(index).copied().ok_or_else(|| self.lacks(index))
    }

    /// The string that starts at the `index`-th word of the operands after result type and result id, and the index
    /// of the word after it.
    pub fn string(self, index: usize) -> Result<(String, usize)> {
        let words = self.in_operands().get(index..).unwrap_or_default();
        let (text, length) = strings::decode(words).map_err(|rule| self.breaks(rule, ""))?;
        Ok((text, index + length))
    }

    #[cold]
    fn lacks(self, index: usize) -> Error {
        self.breaks(&rules::TOO_FEW, format_args!("{} needs an operand {}", self.name(), index + 1))
    }

    /// An error in this instruction, with its word offset, its opcode's name and its result id.
    #[cold]
    pub fn error(self, message: impl AsRef<str>) -> Error {
        self.place(Error::of(Code::Operands, message))
    }

    /// Returns the error that this instruction is legal but cannot be translated, placed as [`error`](Self::error)
    /// does.
    #[cold]
    pub fn unsupported(self, message: impl AsRef<str>) -> Error {
        self.place(Error::of(Code::SpirvInstruction, message))
    }

    /// The error that this instruction breaks a rule.
    #[cold]
    pub fn breaks(self, rule: &Rule, found: impl Display) -> Error {
        self.place(rule.broken(found))
    }

    /// Adds the position of this instruction to an error, except for parts that are already known.
    #[cold]
    pub fn place(self, error: Error) -> Error {
        let error = error.in_spirv().at_word(self.offset()).at_instruction(|| self.name().to_owned());
        match self.result_id() {
            Some(id) => error.at_id(id),
            None => error,
        }
    }
}

impl fmt::Debug for Instruction<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{:?}", self.name(), self.operands())
    }
}

/// An iterator over consecutive instructions.
#[derive(Clone, Debug)]
pub struct Instructions<'m> {
    words: &'m [u32],
    offset: u32,
}

impl<'m> Instructions<'m> {
    /// The instructions in `words`, which begin `offset` words from the start of the module.
    pub fn new(words: &'m [u32], offset: u32) -> Self {
        Self { words, offset }
    }
}

impl<'m> Instructions<'m> {
    /// Returns the instruction that [`long::joined`] made of several.
    #[cold]
    fn next_joined(&mut self) -> Option<Instruction<'m>> {
        let count = long::MARK_WORDS.checked_add(*self.words.get(1)? as usize)?;
        let (words, rest) = self.words.split_at_checked(count)?;
        let instruction = Instruction::new(words.get(long::MARK_WORDS..)?, self.offset);
        self.words = rest;
        self.offset += count as u32;
        Some(instruction)
    }
}

impl<'m> Iterator for Instructions<'m> {
    type Item = Instruction<'m>;

    #[inline]
    fn next(&mut self) -> Option<Instruction<'m>> {
        let count = self.words.first()? >> 16;
        if count == 0 {
            return self.next_joined();
        }
        let (words, rest) = self.words.split_at_checked(count as usize)?;
        let instruction = Instruction::new(words, self.offset);
        self.words = rest;
        self.offset += count;
        Some(instruction)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::binary::testing::Bytes;

    #[test]
    fn s0_09_first_word_and_s0_13_ids() {
        let words = Bytes::library(9).op(Op::Load, &[1, 2, 3]).op(Op::TypeInt, &[4, 32, 0]).words();
        let Some(load) = words.at(10) else { unreachable!("it begins there") };
        assert_eq!((load.opcode(), load.name(), load.offset(), load.words().len()), (Op::Load, "OpLoad", 10, 4));
        assert_eq!((load.result_type(), load.result_id(), load.in_operands()), (Some(1), Some(2), &[3][..]));
        assert_eq!(load.operand(0).ok(), Some(3));
        let error = load.operand(1).err().map(|error| error.to_string()).unwrap_or_default();
        assert!(
            error.contains("OpLoad needs an operand 2") && error.contains("word 10, at `OpLoad`, id %2"),
            "{error}"
        );
        let int = words.instructions().nth(3).map(|int| (int.result_type(), int.result_id(), int.in_operands()));
        assert_eq!(int, Some((None, Some(4), &[32, 0][..])));
    }

    #[test]
    fn s0_11_strings_end_where_the_next_operand_begins() {
        let words = Bytes::library(9).op(Op::EntryPoint, &[6, 1, 0x6E_6961, 7, 8]).words();
        let entry = words.instructions().nth(2);
        assert_eq!(entry.and_then(|entry| entry.string(2).ok()), Some(("ain".to_owned(), 3)));
        assert!(entry.is_some_and(|entry| entry.string(5).is_err()));
    }
}
