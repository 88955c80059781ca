//! Words to text: the standard assembly syntax, as `spirv-dis` writes it; and back (`assembler`).
//!
//! In: [`Words`], which need not be a legal module. Out: text that `spirv-as` turns into the same words (with
//! `--preserve-numeric-ids` if the ids are numbers). A word without a name, or without a form that assembles to the
//! same word, is written as `!` and its number, which the assembler copies (an instruction with more or fewer operands
//! than it should have may still come back joined to the one before it). The syntax is that of `syntax.md` in
//! SPIRV-Tools.

pub(crate) mod assembler;
mod color;
mod comments;
mod demangled;
mod formats;
mod friendly;
pub(crate) mod generator;
mod header;
mod line;
#[cfg(feature = "internals")]
mod lines;
mod nesting;
mod numbers;
mod sets;
#[cfg(test)]
mod tests;

use super::Id;
use super::definitions::Definitions;
use super::grammar;
use super::instruction::Instruction;
use super::read::Words;
use ::spirv::Op;
use color::Color;
use comments::Comments;
use friendly::Names;
use line::{Line, put_id, put_raw};
use std::fmt::Write;

#[cfg(feature = "internals")]
pub use lines::Lines;

/// The column in which opcodes begin.
const INDENT: usize = 15;
const SPACES: &str = "               ";

/// The style of disassembled text, by the options of `spirv-dis`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(not(feature = "internals"), non_exhaustive)]
pub struct DisassemblyOptions {
    /// Write ids by their names and by what they are (`%uint`), instead of by numbers.
    pub friendly_names: bool,
    /// Begin with the header as comments.
    pub header: bool,
    /// Align the opcodes.
    pub indent: bool,
    /// Indent blocks as structured control flow nests them.
    pub nested_indent: bool,
    /// Say in comments how what has a result is decorated, where functions begin and what the parts of the module are.
    pub comments: bool,
    /// Say at the end of each line at which byte of the binary its instruction begins.
    pub offsets: bool,
    /// Say in comments what mangled names mean.
    pub demangle: bool,
    /// Write colours as terminals take them.
    pub color: bool,
}

impl Default for DisassemblyOptions {
    fn default() -> Self {
        Self {
            friendly_names: true,
            header: true,
            indent: true,
            nested_indent: false,
            comments: false,
            offsets: false,
            demangle: false,
            color: false,
        }
    }
}

/// The whole module as text.
pub fn disassemble(words: &Words<'_>, options: DisassemblyOptions) -> String {
    let mut definitions = Definitions::new(words);
    for instruction in words.instructions() {
        if let Some(id) = instruction.result_id() {
            definitions.add(id, instruction);
        }
    }
    let names = options.friendly_names.then(|| Names::new(words, &definitions));
    let mut printer = Printer::new(definitions, names, options);
    printer.out.reserve(words.words().len() * 6);
    if options.header {
        header::put_header(&mut printer.out, words.header());
    }
    match options.nested_indent {
        false => words.instructions().for_each(|instruction| printer.in_section(instruction)),
        true => printer.nested(words),
    }
    printer.out
}

struct Printer<'w> {
    definitions: Definitions<'w>,
    names: Option<Names>,
    options: DisassemblyOptions,
    comments: Comments,
    out: String,
}

/// Writes formatted text to a `String`, which cannot fail.
macro_rules! put {
    ($out:expr, $($argument:tt)*) => {{ let _ = write!($out, $($argument)*); }};
}
use put;

impl<'w> Printer<'w> {
    fn new(definitions: Definitions<'w>, names: Option<Names>, options: DisassemblyOptions) -> Self {
        Self { definitions, names, options, comments: Comments::default(), out: String::new() }
    }

    /// Writes an instruction, preceded by the title of the section that it begins.
    fn in_section(&mut self, instruction: Instruction<'w>) {
        self.title(instruction);
        self.instruction(instruction, None);
    }

    /// Writes a module whose blocks are indented as they nest.
    fn nested(&mut self, words: &'w Words<'w>) {
        let mut blocks: Vec<nesting::Block<'w>> = Vec::new();
        for instruction in words.instructions() {
            self.title(instruction);
            match (instruction.opcode(), blocks.last_mut()) {
                (Op::Label, _) => blocks.push(nesting::Block::new(instruction)),
                (Op::FunctionEnd, Some(_)) => {
                    self.blocks(&blocks);
                    blocks.clear();
                    self.instruction(instruction, None);
                }
                (_, Some(block)) => block.instructions.push(instruction),
                (_, None) => self.instruction(instruction, None),
            }
        }
        self.blocks(&blocks);
    }

    fn blocks(&mut self, blocks: &[nesting::Block<'w>]) {
        let levels = nesting::levels(blocks, &self.definitions);
        for (block, level) in blocks.iter().zip(levels) {
            block.instructions.iter().for_each(|instruction| self.instruction(*instruction, Some(level)));
        }
    }

    /// Writes a line; an instruction in a block is indented by the block's level.
    fn instruction(&mut self, instruction: Instruction<'w>, level: Option<u32>) {
        if self.options.nested_indent && instruction.opcode() == Op::Label {
            self.out.push('\n');
        }
        let start = self.out.len();
        self.result(instruction.result_id(), instruction.opcode(), level);
        self.out.push_str(instruction.name());
        let known = grammar::info(instruction.opcode_number()).is_some();
        if !known || !self.operands(instruction) {
            self.out.truncate(start);
            self.plain(instruction, level);
        }
        self.comment(instruction, start);
        self.out.push('\n');
    }

    /// Writes the result id before the equals sign, and blanks for alignment.
    fn result(&mut self, id: Option<Id>, opcode: Op, level: Option<u32>) {
        let color = Color(self.options.color);
        let start = self.out.len();
        if let Some(id) = id {
            put_id(&mut self.out, self.names.as_ref(), id);
            color.end(&mut self.out);
            self.out.push_str(" = ");
        }
        if self.options.indent {
            let padding = INDENT.saturating_sub(self.out.len() - start - color.end_length(id.is_some()));
            self.out.insert_str(start, SPACES.get(..padding).unwrap_or_default());
        }
        if id.is_some() {
            color.insert(&mut self.out, start, color::BLUE);
        }
        let body = if opcode == Op::Label { 0 } else { 2 };
        let nested = level.map_or(0, |level| 2 * level as usize + body);
        self.out.extend(std::iter::repeat_n(' ', nested));
    }

    /// Writes the operands; returns false if they do not match the grammar.
    fn operands(&mut self, instruction: Instruction<'w>) -> bool {
        let Self { definitions, names, out, options, .. } = self;
        Line::new(definitions, names.as_ref(), out, instruction, Color(options.color)).operands()
    }

    /// Writes all words of an instruction as `!` and numbers, for instructions that the grammar does not allow.
    fn plain(&mut self, instruction: Instruction<'w>, level: Option<u32>) {
        let [first, rest @ ..] = instruction.words() else { return };
        self.result(None, instruction.opcode(), level);
        put!(self.out, "!{first}");
        put_raw(&mut self.out, rest);
    }
}
