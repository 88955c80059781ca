//! Bytes to words: byte order, header, instruction boundaries.
//!
//! In: the bytes of a `.spv` file, in either byte order. Out: [`Words`], in the byte order of this machine, in which
//! every instruction is known to end where the next one begins. Serves section 2.3 (physical layout).

use super::check::rules;
use super::grammar::{self, by_opcode};
use super::header::{self, Header};
use super::instruction::{Instruction, Instructions};
use super::long;
use crate::error::{Code, Error, Result};
use ::spirv::{MAGIC_NUMBER, Op};
use std::borrow::Cow;

/// The sizes of the functions of a module, without line and extended instructions.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bodies {
    /// The number of instructions, without labels.
    pub instructions: usize,
    /// The number of their words.
    pub words: usize,
    /// The number of blocks.
    pub blocks: usize,
    /// The number of labels, line and extended instructions.
    pub asides: usize,
}

/// Treatment of opcodes that the grammar lacks.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Unknown {
    Refused,
    Accepted,
}

/// The words of a module: validated header, native byte order, instruction boundaries checked. They borrow the bytes if
/// these are in native byte order and aligned.
#[derive(Clone, Debug)]
pub struct Words<'b> {
    words: Cow<'b, [u32]>,
    header: Header,
    bodies: Bodies,
    /// Warnings about unusual but legal or harmless content.
    pub warnings: Vec<String>,
}

impl<'b> Words<'b> {
    /// Reads a module all of whose opcodes the grammar knows.
    pub fn read(bytes: &'b [u8]) -> Result<Self> {
        Self::of_bytes(bytes, Unknown::Refused)
    }

    /// Reads a module without asking for the meaning of its opcodes: for reports and disassembly.
    pub fn read_any(bytes: &'b [u8]) -> Result<Self> {
        Self::of_bytes(bytes, Unknown::Accepted)
    }

    /// Takes the words of a generated module, in native byte order.
    pub fn of(words: impl Into<Cow<'b, [u32]>>) -> Result<Self> {
        Self::of_words(words.into(), Unknown::Refused)
    }

    /// Takes words as [`of`](Self::of) does, accepting unknown opcodes.
    pub fn of_any(words: impl Into<Cow<'b, [u32]>>) -> Result<Self> {
        Self::of_words(words.into(), Unknown::Accepted)
    }

    fn of_bytes(bytes: &'b [u8], unknown: Unknown) -> Result<Self> {
        let swapped = header::is_swapped(bytes)?;
        Self::checked(to_words(bytes, swapped)?, swapped, unknown)
    }

    fn of_words(words: Cow<'b, [u32]>, unknown: Unknown) -> Result<Self> {
        match words.first() {
            Some(&MAGIC_NUMBER) => Self::checked(words, false, unknown),
            _ => Err(rules::MAGIC.broken("").at_word(0)),
        }
    }

    fn checked(words: Cow<'b, [u32]>, swapped: bool, unknown: Unknown) -> Result<Self> {
        let header = header::parse(&words, swapped)?;
        let bodies = check_instructions(&words, unknown)?;
        let warnings = swapped.then(|| "the module is written high-order byte first".to_owned());
        Ok(Self { words, header, bodies, warnings: warnings.into_iter().collect() })
    }

    /// Returns the words with each continued instruction joined into one. A module is built from this form, which must
    /// not be written to a file.
    pub fn joined(&self) -> Option<Words<'static>> {
        let words = Cow::Owned(long::joined(self)?);
        Some(Words { words, header: self.header, bodies: self.bodies, warnings: self.warnings.clone() })
    }

    /// The header.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Returns the sizes of the functions.
    pub fn bodies(&self) -> Bodies {
        self.bodies
    }

    /// Returns the bound, which is the size of tables by id. The header is rejected if it exceeds the limit of the
    /// specification.
    pub(super) fn bound(&self) -> u32 {
        self.header.bound
    }

    /// Returns all words, including the header.
    pub fn words(&self) -> &[u32] {
        &self.words
    }

    /// The instructions in the order of the binary.
    pub fn instructions(&self) -> Instructions<'_> {
        Instructions::new(self.words.get(header::WORDS..).unwrap_or_default(), header::WORDS as u32)
    }

    /// Returns the instruction at an offset that [`Instruction::offset`] gave.
    #[inline]
    pub fn at(&self, offset: usize) -> Option<Instruction<'_>> {
        self.slice(offset, self.words.len()).next()
    }

    /// The instructions between two offsets.
    pub(super) fn slice(&self, from: usize, to: usize) -> Instructions<'_> {
        Instructions::new(self.words.get(from..to).unwrap_or_default(), from as u32)
    }
}

fn to_words(bytes: &[u8], swapped: bool) -> Result<Cow<'_, [u32]>> {
    let (chunks, rest) = bytes.as_chunks::<4>();
    if !rest.is_empty() || chunks.len() < header::WORDS || chunks.len() > u32::MAX as usize {
        return Err(rules::SIZE.broken(format_args!("the file has {} bytes", bytes.len())).at_word(chunks.len()));
    }
    if let (false, true, Ok(words)) = (swapped, cfg!(target_endian = "little"), bytemuck::try_cast_slice(bytes)) {
        return Ok(Cow::Borrowed(words));
    }
    // Two loops, so that neither calls through a pointer: both become vector code.
    Ok(Cow::Owned(match swapped {
        true => chunks.iter().map(|chunk| u32::from_be_bytes(*chunk)).collect(),
        false => chunks.iter().map(|chunk| u32::from_le_bytes(*chunk)).collect(),
    }))
}

/// An opcode that the grammar has.
const KNOWN: u8 = 1;
/// `OpFunction`.
const FUNCTION: u8 = 2;
/// `OpLabel`.
const LABEL: u8 = 4;
/// An opcode that does not count as an instruction of a body: labels, line information and extended instructions.
const ASIDE: u8 = 8;

/// The properties of each opcode, as a table that the compiler fills.
static PROPERTIES: [u8; grammar::OPCODES] = by_opcode!(0, |info| properties_of(info.op));

const fn properties_of(op: Op) -> u8 {
    KNOWN
        | match op {
            Op::Function => FUNCTION,
            Op::Label => LABEL | ASIDE,
            Op::ExtInst | Op::Line | Op::NoLine => ASIDE,
            _ => 0,
        }
}

/// Checks that each instruction ends where the next one begins and has an accepted opcode, and returns the sizes of the
/// functions. Boundaries come first: after a wrong one any word may look like an opcode.
fn check_instructions(words: &[u32], unknown: Unknown) -> Result<Bodies> {
    let (mut at, mut number) = (header::WORDS, 0);
    let mut tally = Tally::default();
    while let Some(first) = words.get(at) {
        let (count, left) = ((first >> 16) as usize, words.len() - at);
        // Zero is as wrong as too many.
        if count.wrapping_sub(1) >= left {
            return Err(word_count(*first, at, left));
        }
        let properties = PROPERTIES.get(usize::from(*first as u16)).copied().unwrap_or(0);
        if properties != KNOWN {
            tally.note(properties, *first, at, number);
        }
        at += count;
        number += 1;
    }
    match tally.unknown {
        Some((opcode, at)) if unknown == Unknown::Refused => Err(unknown_opcode(opcode, at)),
        _ => Ok(tally.bodies(number, at)),
    }
}

/// The instructions with properties.
#[derive(Default)]
struct Tally {
    /// The first opcode that the grammar lacks, and its offset.
    unknown: Option<(u16, usize)>,
    /// The number and the offset of the first `OpFunction`.
    start: Option<(usize, usize)>,
    blocks: usize,
    /// The number of asides from there on, and that of their words.
    asides: usize,
    words: usize,
}

impl Tally {
    #[inline]
    fn note(&mut self, properties: u8, first: u32, at: usize, number: usize) {
        if properties == 0 {
            self.unknown = self.unknown.or(Some((first as u16, at)));
        }
        if properties & FUNCTION != 0 {
            self.start = self.start.or(Some((number, at)));
        }
        self.blocks += usize::from(properties & LABEL != 0);
        if properties & ASIDE != 0 && self.start.is_some() {
            self.asides += 1;
            self.words += (first >> 16) as usize;
        }
    }

    /// Returns the sizes of the functions in a module of so many instructions and words.
    fn bodies(&self, instructions: usize, words: usize) -> Bodies {
        let (first, start) = self.start.unwrap_or((instructions, words));
        Bodies {
            instructions: instructions - first - self.asides,
            words: words - start - self.words,
            blocks: self.blocks,
            asides: self.asides,
        }
    }
}

#[cold]
fn word_count(first: u32, at: usize, left: usize) -> Error {
    let found = format!("the word count is {}, {left} words are left", first >> 16);
    let name = grammar::info_or_unknown(first as u16).name;
    rules::WORD_COUNT.broken(found).at_word(at).at_instruction(|| name.to_owned())
}

#[cold]
fn unknown_opcode(opcode: u16, at: usize) -> Error {
    let message = format!("the opcode {opcode} is in no table of SPIR-V 1.6");
    let hint = "it may belong to a newer extension, or the words before it are damaged";
    Error::of(Code::UnknownOpcode, message).hint(hint).at_word(at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::binary::testing::Bytes;
    use crate::error::Kind;

    #[test]
    fn s0_01_size() {
        let whole = Bytes::library(1).bytes();
        for length in 0..20 {
            assert!(Words::read(whole.get(..length).unwrap_or_default()).is_err());
        }
        for length in 21..24 {
            let error = Words::read(whole.get(..length).unwrap_or_default()).err();
            let message = error.map(|error| error.message().to_owned()).unwrap_or_default();
            assert!(message.starts_with(&format!("the file has {length} bytes")), "{message}");
        }
    }

    #[test]
    fn sizes_of_functions() {
        let sizes = |module: Bytes| {
            let Bodies { instructions, words, blocks, asides } = module.words().bodies();
            (instructions, words, blocks, asides)
        };
        assert_eq!(sizes(Bytes::library(9).op(Op::Line, &[1, 1, 1])), (0, 0, 0, 0));
        let module = Bytes::library(9).op(Op::Line, &[1, 1, 1]).function().op(Op::NoLine, &[]);
        // `OpFunction`, `OpReturn` and `OpFunctionEnd`; the label and `OpNoLine`.
        assert_eq!(sizes(module.end()), (3, 7, 1, 2));
    }

    #[test]
    fn s0_01_bytes_may_begin_anywhere_in_memory() {
        let whole = Bytes::library(1).op(Op::Nop, &[]).bytes();
        for shift in 0..4 {
            let bytes = [vec![0; shift], whole.clone()].concat();
            let words = Words::read(bytes.get(shift..).unwrap_or_default());
            assert_eq!(words.map(|words| words.words().len()), Ok(whole.len() / 4));
        }
    }

    #[test]
    fn s0_10_word_counts() {
        let error = Bytes::library(1).op(Op::Nop, &[]).set(10, 0).breaks(&rules::WORD_COUNT);
        assert_eq!(error.place().word, Some(10));
        let error = Bytes::library(1).op(Op::Nop, &[]).set(10, 2 << 16).breaks(&rules::WORD_COUNT);
        assert_eq!(error.place().instruction.as_deref(), Some("OpNop"));
    }

    #[test]
    fn s0_10_unknown_opcodes_are_skipped_by_their_length() {
        let module = Bytes::library(1).op(Op::Nop, &[1, 2]).set(10, 3 << 16 | 0xFFF0).op(Op::Nop, &[]);
        let error = module.error();
        assert_eq!((error.kind(), error.place().word), (Kind::Unsupported, Some(10)));
        let bytes = module.bytes();
        let words = Words::read_any(&bytes);
        let opcodes = words.map(|words| words.instructions().map(Instruction::opcode_number).collect::<Vec<_>>());
        assert_eq!(opcodes.ok(), Some(vec![17, 14, 0xFFF0, 0]));
    }
}
