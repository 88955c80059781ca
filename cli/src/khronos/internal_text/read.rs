//! The parser of internal text.
//!
//! Tokens are separated by white space; `;` starts a comment where a word count is expected. An instruction ends with
//! its line, or later if its word count says so.

use super::names::{self, Set};
use super::topological_sort::sort_topologically;
use llvm_spirv::binary::grammar::{self, Category, Info, Kind, Operand};
use llvm_spirv::binary::{Decoration, Id, MAGIC_NUMBER, Op};
use llvm_spirv::error::{Code, Error, Result, Subject, internals};
use rustc_hash::FxHashMap;

/// Returns whether this looks like the text form, which begins with the magic number in decimal.
pub fn is_text(bytes: &[u8]) -> bool {
    let mut tokens = Tokens { rest: bytes };
    matches!(tokens.count(), Ok(Some(number)) if number == MAGIC_NUMBER)
}

/// Returns the words of a module.
pub fn read(text: &[u8]) -> Result<Vec<u32>> {
    let mut reader =
        Reader { tokens: Tokens { rest: text }, words: Vec::new(), sets: FxHashMap::default(), last_id: 0 };
    reader.header()?;
    while reader.instruction()? {}
    reader.raise_bound();
    Ok(sort_topologically(&reader.words))
}

/// A token of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Token<'t> {
    Plain(&'t [u8]),
    /// The text between the quotes, escapes included.
    Quoted(&'t [u8]),
}

struct Tokens<'t> {
    rest: &'t [u8],
}

impl<'t> Tokens<'t> {
    fn skip_blanks(&mut self) {
        self.rest = self.rest.trim_ascii_start();
    }

    fn skip_comments(&mut self) {
        self.skip_blanks();
        while self.rest.first() == Some(&b';') {
            let end = self.rest.iter().position(|byte| *byte == b'\n').unwrap_or(self.rest.len());
            self.take(end);
            self.skip_blanks();
        }
    }

    fn take(&mut self, length: usize) -> &'t [u8] {
        let (taken, rest) = self.rest.split_at_checked(length).unwrap_or((self.rest, &[]));
        self.rest = rest;
        taken
    }

    /// Returns a number where a word count may be; nothing at the end of the text.
    fn count(&mut self) -> Result<Option<u32>> {
        self.skip_comments();
        if self.rest.is_empty() {
            return Ok(None);
        }
        match self.next() {
            Some(Token::Plain(token)) => number(token).map(Some),
            _ => Err(Error::of(Code::SpirvInvalid, "a string stands where a word count should")),
        }
    }

    /// Returns whether nothing is left on this line.
    fn at_end_of_line(&mut self) -> bool {
        let blank = self.rest.iter().take_while(|byte| matches!(byte, b' ' | b'\t' | b'\r')).count();
        self.take(blank);
        if self.rest.first() == Some(&b';') {
            let comment = self.rest.iter().position(|byte| *byte == b'\n').unwrap_or(self.rest.len());
            self.take(comment);
        }
        matches!(self.rest.first(), None | Some(b'\n'))
    }

    fn next(&mut self) -> Option<Token<'t>> {
        self.skip_blanks();
        if self.rest.first() == Some(&b'"') {
            return self.quoted();
        }
        let end = self.rest.iter().position(|byte| byte.is_ascii_whitespace()).unwrap_or(self.rest.len());
        (end > 0).then(|| Token::Plain(self.take(end)))
    }

    fn quoted(&mut self) -> Option<Token<'t>> {
        self.take(1);
        let mut escaped = false;
        let end = self.rest.iter().position(|byte| {
            let ends = *byte == b'"' && !escaped;
            escaped = *byte == b'\\';
            ends
        })?;
        let text = self.take(end);
        self.take(1);
        Some(Token::Quoted(text))
    }
}

fn show(token: &[u8]) -> String {
    String::from_utf8_lossy(token).into_owned()
}

fn number(token: &[u8]) -> Result<u32> {
    let parsed = std::str::from_utf8(token).ok().and_then(|text| text.parse::<i64>().ok());
    let word =
        parsed.and_then(|number| u32::try_from(number).ok().or_else(|| i32::try_from(number).ok().map(|n| n as u32)));
    word.ok_or_else(|| Error::of(Code::SpirvInvalid, format!("{:?} stands where a number should", show(token))))
}

struct Reader<'t> {
    tokens: Tokens<'t>,
    words: Vec<u32>,
    sets: FxHashMap<Id, Set>,
    last_id: Id,
}

/// Checks that this number of words is enough for all mandatory operands of an instruction.
pub fn word_count(opcode: u16, count: usize) -> Result<()> {
    let Some(info) = grammar::info(opcode) else { return Ok(()) };
    let least = least_words(info);
    if count >= least {
        return Ok(());
    }
    let rule = format!("{count} words, where it takes at least {least}");
    Err(internals::about(internals::broken_rule(Code::SpirvInvalid, info.name, &rule), Subject::Short(info.op)))
}

fn least_words(info: &Info) -> usize {
    // The grammar has the mask of these controls among what may follow it.
    let hidden = usize::from(info.op == Op::LoopControlINTEL);
    1 + hidden + info.operands.iter().map(|operand| fewest_words(*operand)).sum::<usize>()
}

fn fewest_words(operand: Operand) -> usize {
    match operand {
        Operand::One(kind) if kind.info().category == Category::Composite => 2,
        Operand::One(_) => 1,
        Operand::Optional(_) | Operand::Many(_) => 0,
    }
}

/// Returns whether the number of operands depends on the word count.
fn has_count(opcode: u16) -> bool {
    let varies = |kind: Kind| kind.info().enumerants.iter().any(|value| !value.parameters.is_empty());
    let is_fixed = |operand: &Operand| matches!(*operand, Operand::One(kind) if !varies(kind));
    grammar::info(opcode).is_some_and(|info| !info.operands.iter().all(is_fixed))
}

/// Returns the opcode in the first word of an instruction.
fn opcode_of(first: u32) -> u16 {
    first as u16
}

impl Reader<'_> {
    fn header(&mut self) -> Result<()> {
        for _ in 0..5 {
            let word = self.tokens.count()?;
            self.words.push(word.ok_or_else(|| Error::of(Code::SpirvInvalid, "header parsing error"))?);
        }
        if self.words.first() == Some(&MAGIC_NUMBER) {
            Ok(())
        } else {
            Err(Error::of(Code::SpirvInvalid, "invalid magic number"))
        }
    }

    /// Reads an instruction; returns false at the end. An instruction of zero words is skipped.
    fn instruction(&mut self) -> Result<bool> {
        let Some(count) = self.tokens.count()? else { return Ok(false) };
        let Some(Token::Plain(name)) = self.tokens.next() else {
            return Err(Error::of(Code::SpirvInvalid, "the text ends where an opcode should stand"));
        };
        let opcode = opcode(name)?;
        if count > 0 {
            if has_count(opcode) {
                word_count(opcode, count as usize)?;
            }
            let start = self.words.len();
            self.words.push(u32::from(opcode));
            self.operands(opcode, start, count as usize)?;
            word_count(opcode, self.words.len() - start)?;
            self.finish(start)?;
        }
        Ok(true)
    }

    /// Reads all operands on the line. If the word count requires more, they are on the next lines, but a line with a
    /// string is complete, since files written by hand have wrong counts.
    fn operands(&mut self, opcode: u16, start: usize, count: usize) -> Result<()> {
        let mut has_string = false;
        loop {
            let ends = self.tokens.at_end_of_line();
            if ends && (has_string || self.words.len() >= start + count) {
                return Ok(());
            }
            has_string |= self.operand(opcode, start)?;
        }
    }

    /// Reads an operand, and returns whether it was a string.
    fn operand(&mut self, opcode: u16, start: usize) -> Result<bool> {
        match self.tokens.next() {
            Some(Token::Quoted(text)) => {
                self.string(text);
                Ok(true)
            }
            Some(Token::Plain(token)) => {
                let word = match number(token) {
                    Ok(word) => word,
                    Err(_) => self.named(opcode, start, token)?,
                };
                self.words.push(word);
                Ok(false)
            }
            None => Err(Error::of(Code::SpirvInvalid, "the text ends within an instruction")),
        }
    }

    fn string(&mut self, escaped: &[u8]) {
        let mut text = Vec::with_capacity(escaped.len() + 4);
        for byte in escaped {
            if *byte == b'"' {
                text.pop();
            }
            text.push(*byte);
        }
        text.resize(text.len() / 4 * 4 + 4, 0);
        let (chunks, _) = text.as_chunks::<4>();
        self.words.extend(chunks.iter().map(|chunk| u32::from_le_bytes(*chunk)));
    }

    /// Returns the number of a name, whose kind depends on its position.
    fn named(&self, opcode: u16, start: usize, token: &[u8]) -> Result<u32> {
        let name = String::from_utf8_lossy(token);
        let before = self.words.get(start + 1..).unwrap_or_default();
        let found = match u32::from(opcode) {
            EXT_INST => before.get(2).and_then(|id| self.sets.get(id)).and_then(|set| set.number(&name)),
            CAPABILITY | CONDITIONAL_CAPABILITY => names::operand_number(Kind::Capability, &name),
            SPEC_CONSTANT_OP | SPEC_CONSTANT_ARCHITECTURE => names::opcode_number(&name).map(u32::from),
            EXECUTION_MODE => names::operand_number(Kind::NamedMaximumNumberOfRegisters, &name),
            _ => decoration(before, &name),
        };
        found.ok_or_else(|| {
            Error::of(Code::SpirvInvalid, format!("{name:?} is the name of nothing that can stand here"))
        })
    }

    /// Completes the first word, and records imports.
    fn finish(&mut self, start: usize) -> Result<()> {
        let instruction = self.words.get_mut(start..).unwrap_or_default();
        let count = u16::try_from(instruction.len());
        let count = count.map_err(|_| Error::of(Code::SpirvInvalid, "an instruction of more than 65535 words"))?;
        let Some((first, operands)) = instruction.split_first_mut() else { return Ok(()) };
        if *first == Op::ExtInstImport as u32
            && let [id, text @ ..] = operands
            && let Ok((text, _)) = llvm_spirv::binary::strings::decode(text)
        {
            self.sets.extend(Set::of(&text).map(|set| (*id, set)));
        }
        if let Some(info) = grammar::info(opcode_of(*first)).filter(|info| info.has_result) {
            self.last_id = self.last_id.max(operands.get(usize::from(info.has_type)).copied().unwrap_or_default());
        }
        *first |= u32::from(count) << 16;
        Ok(())
    }

    /// Raises the bound above all ids, if the file has a smaller one.
    fn raise_bound(&mut self) {
        let needed = self.last_id.saturating_add(1);
        if let Some(bound) = self.words.get_mut(3) {
            *bound = needed.max(*bound);
        }
    }
}

const EXT_INST: u32 = Op::ExtInst as u32;
const CAPABILITY: u32 = Op::Capability as u32;
const CONDITIONAL_CAPABILITY: u32 = Op::ConditionalCapabilityINTEL as u32;
const SPEC_CONSTANT_ARCHITECTURE: u32 = Op::SpecConstantArchitectureINTEL as u32;
const SPEC_CONSTANT_OP: u32 = Op::SpecConstantOp as u32;
const EXECUTION_MODE: u32 = Op::ExecutionMode as u32;

/// Returns the number of a decoration, or of an operand that may follow some of them.
fn decoration(before: &[u32], name: &str) -> Option<u32> {
    let has = |decoration: Decoration| before.contains(&(decoration as u32));
    let kind = if before.len() > 2 && has(Decoration::LinkageAttributes) {
        Kind::LinkageType
    } else if before.len() > 1 && (has(Decoration::HostAccessINTEL) || before.contains(&6147)) {
        Kind::HostAccessQualifier
    } else if before.len() > 1 && (has(Decoration::InitModeALTERA) || before.contains(&6148)) {
        Kind::InitializationModeQualifier
    } else {
        Kind::Decoration
    };
    names::operand_number(kind, name).or_else(|| names::operand_number(Kind::Decoration, name))
}

fn opcode(name: &[u8]) -> Result<u16> {
    let text = String::from_utf8_lossy(name);
    let found = names::opcode_number(&text).or_else(|| text.parse().ok());
    found.ok_or_else(|| Error::of(Code::SpirvInvalid, format!("{text:?} is no opcode")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::khronos::internal_text;
    use llvm_spirv::binary::Words;

    const TEXT: &str = "119734787 65536 393230 10 0 \n2 Capability Addresses \n5 ExtInstImport 1 \"OpenCL.std\" \n\
        3 MemoryModel 2 2 \n3 Name 7 \"p\" \n6 Decorate 7 LinkageAttributes \"a \\\" b\" Import \n4 TypeInt 3 32 0 \n\
        4 Constant 3 9 1 \n2 TypeVoid 2 \n\n\n";

    #[test]
    fn s3_text_comes_back() {
        let words = read(TEXT.as_bytes()).unwrap_or_default();
        assert!(is_text(TEXT.as_bytes()) && !is_text(b"\x03\x02\x23\x07"));
        let text = internal_text::write(&words, internal_text::Style::default());
        assert_eq!(text.map(|t| String::from_utf8_lossy(&t).into_owned()).as_deref(), Ok(TEXT));
    }

    #[test]
    fn s3_word_counts_by_hand_are_corrected() {
        let written = read(TEXT.replace("6 Decorate", "9 Decorate").as_bytes());
        assert_eq!(written.ok(), read(TEXT.as_bytes()).ok());
    }

    #[test]
    fn integers_stand_behind_what_they_are_computed_from() {
        let text = "119734787 65536 0 9 0\n2 Capability Kernel\n4 TypeInt 1 64 0\n4 TypeInt 8 8 0\n\
            5 SpecConstantOp 1 2 117 3\n6 SpecConstantOp 8 4 81 5 0\n4 TypeVector 6 8 8\n\
            3 ConstantNull 7 3\n5 SpecConstantOp 6 5 124 2\n";
        let words = Words::of(read(text.as_bytes()).unwrap_or_default());
        let ids = |words: &Words<'_>| words.instructions().filter_map(|i| i.result_id()).collect::<Vec<_>>();
        assert_eq!(words.as_ref().map(ids).ok(), Some(vec![1, 8, 6, 3, 2, 5, 4]));
        // The text has the integers first.
        let written = words.and_then(|words| internal_text::write(words.words(), internal_text::Style::default()));
        let lines = String::from_utf8_lossy(&written.unwrap_or_default()).into_owned();
        let at = |line: &str| lines.find(line);
        assert!(at("SpecConstantOp 1 2 ").is_some() && at("SpecConstantOp 1 2 ") < at("ConstantNull"), "{lines}");
    }

    #[test]
    fn s3_text_errors() {
        for bad in [
            "",
            "119734787 65536 0",
            "1 2 3 4 5",
            "119734787 65536 0 1 0 2 Capabilty 4",
            "119734787 65536 0 1 0 2 Name",
            // Fewer words than the operands take, or said to be so where they may be more.
            "119734787 65536 0 8 0\n2 IAdd 3 5",
            "119734787 65536 0 8 0\n5 IAdd 3 5 4",
            "119734787 65536 0 8 0\n3 Variable 4 5 7",
            "119734787 65536 0 8 0\n2 Phi 1 2",
            "119734787 65536 0 8 0\n1 LoopControlINTEL 0",
        ] {
            assert!(read(bad.as_bytes()).is_err(), "{bad}");
        }
        // What always has as many operands needs no count.
        assert!(read(b"119734787 65536 0 8 0\n3 TypeInt 6 32 0").is_ok());
        let skipped = "119734787 65536 0 1 0\n; comment\n0 Capability\n2 Capability 4";
        assert_eq!(read(skipped.as_bytes()).map(|words| words.len()).ok(), Some(7));
    }
}
