//! Text to words: the standard assembly syntax, as `spirv-as` reads it.
//!
//! In: text (bytes, of which strings may hold any). Out: the words of a module, the header included, checked for
//! nothing but syntax; or an [`Error`](crate::error::Error) with line and column. An instruction is a result id and
//! `=`, the opcode, and what the grammar's row of the opcode asks for: [`expected`] keeps the operands that are still
//! to come, [`operands`] turns the next word into them. `!` and a number is a word that stands for itself; behind it
//! the grammar says nothing more, and what follows is read by its looks ([`immediate`]).

mod expected;
mod fault;
mod floats;
mod ids;
mod immediate;
mod numbers;
mod operands;
mod scan;
#[cfg(test)]
mod tests;
mod types;

use super::header as header_text;
use super::sets::Set;
use crate::binary::grammar::{self, Info, Kind, Requirements};
use crate::binary::{header, write};
use crate::error::Result;
use crate::options::Version;
use ::spirv::{MAGIC_NUMBER, Op};
use expected::{Expected, Next};
use fault::Fault;
use ids::Ids;
use scan::Scanner;
use types::Types;

/// The settings of the assembler.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(not(feature = "internals"), non_exhaustive)]
pub struct AssemblyOptions {
    /// The version of SPIR-V in the header. Without one, it is that of the comment `; Version:` at the beginning, which
    /// disassemblers write, or else 1.6.
    pub version: Option<Version>,
    /// Keep the numbers of ids whose names are numbers; otherwise all ids are numbered in the order of the text.
    pub keep_numbers: bool,
    /// Take the generator, and the bound if larger, from the comments at the beginning, if present.
    pub keep_header: bool,
}

/// The registered tool number of `spirv-as`, which produces the same modules bit for bit.
const TOOL: u32 = 7;

/// The words of a module in text.
pub fn assemble(text: &[u8], options: AssemblyOptions) -> Result<Vec<u32>> {
    assembled(text, options).map_err(|fault| fault.error(text))
}

fn assembled(text: &[u8], options: AssemblyOptions) -> Result<Vec<u32>, Fault> {
    let version = options.version.or_else(|| header_text::version(text)).unwrap_or(Version::V1_6);
    let mut first = [MAGIC_NUMBER, version.word(), TOOL << 16, 1, 0];
    if options.keep_header {
        header_text::read_header(text, &mut first);
    }
    let mut assembler = Assembler::new(text, options.keep_numbers, first);
    assembler.scanner.skip_blanks();
    while !assembler.scanner.is_at_end() {
        assembler.instruction()?;
        assembler.scanner.skip_blanks();
    }
    let Assembler { mut words, ids, .. } = assembler;
    if let Some(bound) = words.get_mut(3) {
        *bound = ids.bound().max(*bound);
    }
    Ok(words)
}

/// The state between two words of the text.
struct Assembler<'t> {
    scanner: Scanner<'t>,
    ids: Ids<'t>,
    types: Types,
    /// The operands that the current instruction is still to have; kept for its memory.
    expected: Expected,
    /// The module so far.
    words: Vec<u32>,
    /// The current instruction.
    current: Current<'t>,
}

/// An instruction that is being read.
#[derive(Clone, Copy)]
struct Current<'t> {
    /// The grammar's row; `None` if the instruction began with an immediate word (`!`).
    info: Option<&'static Info>,
    /// The place of its first word in the module.
    start: usize,
    /// Its result, in front of the equals sign.
    result: Option<Word<'t>>,
    /// The extended instruction set that it names.
    set: Option<Set>,
}

/// A word of the text and its place.
#[derive(Clone, Copy)]
struct Word<'t> {
    text: &'t [u8],
    at: usize,
}

impl<'t> Assembler<'t> {
    fn new(text: &'t [u8], keep_numbers: bool, first: [u32; header::WORDS]) -> Self {
        // Few words of text are shorter, the blanks included.
        let mut words = Vec::with_capacity(header::WORDS + text.len() / 6);
        words.extend(first);
        let current = Current { info: None, start: header::WORDS, result: None, set: None };
        let ids = Ids::new(text, keep_numbers);
        let (scanner, types) = (Scanner::new(text), Types::new(text.len()));
        Self { scanner, ids, types, expected: Expected::default(), words, current }
    }

    /// Reads an instruction, which begins here.
    fn instruction(&mut self) -> Result<(), Fault> {
        self.current = Current { info: None, start: self.words.len(), result: None, set: None };
        let mut word = self.scanner.word();
        if word.text.starts_with(b"!") {
            return self.immediate_instruction(word);
        }
        if !scan::begins_opcode(word.text) {
            self.current.result = Some(result(word)?);
            word = self.opcode_after(word)?;
        }
        if word.text == b"OpUnknown" {
            return self.unknown_instruction(word);
        }
        let info = self.row(word)?;
        self.current.info = Some(info);
        self.words.push(0);
        self.operands(info)?;
        self.finish(info, word)
    }

    /// Reads `= OpX` behind the name of a result.
    fn opcode_after(&mut self, result: Word<'t>) -> Result<Word<'t>, Fault> {
        let id = shown(result.text);
        self.scanner.skip_blanks();
        let equals = self.scanner.word();
        if equals.text != b"=" {
            return Err(equals.fault(format!("'=' and an instruction should follow {id}")));
        }
        self.scanner.skip_blanks();
        let opcode = self.scanner.word();
        match scan::begins_opcode(opcode.text) {
            true => Ok(opcode),
            false => Err(opcode.fault(format!("an instruction should follow {id} ="))),
        }
    }

    /// Returns the row of an opcode; fails if a result is missing or superfluous.
    fn row(&self, word: Word<'t>) -> Result<&'static Info, Fault> {
        let name = shown(word.text);
        let Some(info) = grammar::info_by_name(&name) else {
            let fault = word.fault(format!("there is no instruction {name}"));
            return Err(fault.nearest(&name, grammar::opcode_names()));
        };
        if !self.has(info) {
            return Err(word.fault(format!("{name} is not of the version of SPIR-V that the module is for")));
        }
        match (info.has_result, self.current.result) {
            (true, None) => Err(word
                .fault(format!("{name} has a result, which stands in front of it"))
                .hint(format!("write: %name = {name} ..."))),
            (false, Some(result)) => {
                Err(result.fault(format!("{name} has no result")).hint(format!("write: {name} ...", name = info.name)))
            }
            _ => Ok(info),
        }
    }

    /// Returns whether the module's version has an instruction, or a capability or extension enables it.
    fn has(&self, info: &Info) -> bool {
        let minor = self.words.get(1).map_or(0, |word| (word >> 8) as u8);
        let Requirements { capabilities, extensions, since, until } = &info.requires;
        let is_of_version = since.is_some_and(|since| since <= minor) && until.is_none_or(|last| minor <= last);
        is_of_version || !capabilities.is_empty() || !extensions.is_empty()
    }

    /// Reads all operands of an instruction.
    fn operands(&mut self, info: &'static Info) -> Result<(), Fault> {
        self.expected.begin(info.operands);
        while let Some(next) = self.expected.next() {
            if let (true, Some(result)) = (next.is_result(), self.current.result) {
                let id = self.id(result)?;
                self.words.push(id);
                continue;
            }
            self.scanner.skip_blanks();
            if self.scanner.is_at_end() || self.scanner.begins_instruction() {
                return if next.is_optional() { Ok(()) } else { Err(self.lacking(next, info)) };
            }
            let word = self.scanner.word();
            self.operand(next, word)?;
        }
        Ok(())
    }

    /// Returns the fault of an instruction that ends too early.
    #[cold]
    fn lacking(&mut self, next: Next, info: &'static Info) -> Fault {
        let wants = next.name();
        let is_end = self.scanner.is_at_end();
        let word = self.scanner.word();
        let found = if is_end { "the text ends".to_owned() } else { format!("{} follows", shown(word.text)) };
        let fault = word.fault(format!("{} lacks an operand ({wants}): {found}", info.name));
        let name = shown(word.text);
        match (next.kind(), name.strip_prefix("Op")) {
            (Some(Kind::LiteralSpecConstantOpInteger), Some(rest)) if operands::spec_operation(rest).is_some() => {
                fault.hint(format!("the operation is written without Op: {rest}"))
            }
            _ => fault,
        }
    }

    /// Writes the first word of an instruction, and notes what it defines.
    fn finish(&mut self, info: &'static Info, opcode: Word<'t>) -> Result<(), Fault> {
        let Self { words, types, current, .. } = self;
        let count = words.len() - current.start;
        if count > write::MAX_WORD_COUNT {
            return Err(opcode.fault(format!("{} would have {count} words, more than 65535", info.name)));
        }
        let instruction = words.get_mut(current.start..).unwrap_or_default();
        if let Some(first) = instruction.first_mut() {
            *first = (count as u32) << 16 | info.op as u32;
        }
        types.note(info, instruction).map_err(|message| current.result.unwrap_or(opcode).fault(message))
    }

    /// Returns the number of an id that an operand names.
    fn id(&mut self, word: Word<'t>) -> Result<u32, Fault> {
        match word.text.strip_prefix(b"%") {
            Some(name) if scan::is_name(name) => Ok(self.ids.number(name)),
            Some(name) => {
                Err(word.fault(format!("{} is no name of an id: letters, digits and _ make one", shown(name))))
            }
            None => Err(word
                .fault(format!("{} stands where an id should", shown(word.text)))
                .hint("the name of an id begins with %")),
        }
    }

    /// Returns whether the instruction has this opcode.
    fn is(&self, op: Op) -> bool {
        self.current.info.is_some_and(|info| info.op == op)
    }

    /// The words of the instruction so far, the first one included.
    fn so_far(&self) -> &[u32] {
        self.words.get(self.current.start..).unwrap_or_default()
    }
}

impl Word<'_> {
    fn fault(self, message: String) -> Fault {
        Fault::new(self.at, message)
    }
}

/// Checks the name of a result, in front of the equals sign.
fn result(word: Word<'_>) -> Result<Word<'_>, Fault> {
    let found = shown(word.text);
    match word.text.first() {
        Some(b'%') => Ok(word),
        None => Err(word.fault("an instruction, or %name =, should begin here".to_owned())),
        Some(_) => Err(word
            .fault(format!("an instruction, or %name =, should begin here, not {found}"))
            .nearest(&found, grammar::opcode_names())),
    }
}

/// Returns a word as text for a message.
fn shown(word: &[u8]) -> std::borrow::Cow<'_, str> {
    String::from_utf8_lossy(word)
}
