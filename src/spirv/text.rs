//! Words to text: the standard assembly syntax, as `spirv-dis` writes it.
//!
//! In: [`Words`], which need not be a legal module. Out: text that `spirv-as` turns into the same words (with
//! `--preserve-numeric-ids` if the ids are numbers). What has no name, or no form that would come back as the same words,
//! is written as `!` and the word, which the assembler takes as it is. The syntax is that of `syntax.md` in SPIRV-Tools.

mod friendly;
mod generator;
mod numbers;

use super::definitions::Definitions;
use super::grammar::{self, Category, Kind};
use super::instruction::Instruction;
use super::operands::{Context, Part, walk};
use super::read::Words;
use super::{Id, strings, write};
use friendly::Names;
use std::fmt::Write;

/// The column in which opcodes begin.
const INDENT: usize = 15;
const SPACES: &str = "               ";

/// How the text shall look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Write ids by their names and by what they are (`%uint`), as `spirv-dis` does, instead of by numbers.
    pub friendly_names: bool,
    /// Begin with the header as comments.
    pub header: bool,
    /// Align the opcodes.
    pub indent: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { friendly_names: true, header: true, indent: true }
    }
}

/// The whole module as text.
pub fn disassemble(words: &Words, options: Options) -> String {
    let mut definitions = Definitions::new(words);
    for instruction in words.instructions() {
        if let Some(id) = instruction.result_id() {
            definitions.add(id, instruction);
        }
    }
    let names = options.friendly_names.then(|| Names::new(words, &definitions));
    let mut printer = Printer { definitions, names, indent: options.indent, out: String::new() };
    printer.out.reserve(words.words().len() * 6);
    if options.header {
        printer.header(words);
    }
    words.instructions().for_each(|instruction| printer.instruction(instruction));
    printer.out
}

struct Printer<'w> {
    definitions: Definitions<'w>,
    names: Option<Names>,
    indent: bool,
    out: String,
}

/// Writing to a `String` cannot fail.
macro_rules! put {
    ($out:expr, $($argument:tt)*) => {{ let _ = write!($out, $($argument)*); }};
}

impl<'w> Printer<'w> {
    fn header(&mut self, words: &Words) {
        let header = words.header();
        let (major, minor) = header.version;
        put!(self.out, "; SPIR-V\n; Version: {major}.{minor}\n; Generator: ");
        generator::put_name(&mut self.out, header.tool());
        put!(self.out, "; {}\n; Bound: {}\n; Schema: {}\n", header.tool_version(), header.bound, header.schema);
    }

    fn instruction(&mut self, instruction: Instruction<'w>) {
        self.result(instruction.result_id());
        if grammar::info(instruction.opcode_number()).is_some() {
            self.out.push_str(instruction.name());
            self.operands(instruction);
        } else {
            self.unknown(instruction);
        }
        self.out.push('\n');
    }

    /// The id before the equals sign, and blanks before it, so that what follows is aligned.
    fn result(&mut self, id: Option<Id>) {
        let start = self.out.len();
        if let Some(id) = id {
            put_id(&mut self.out, self.names.as_ref(), id);
            self.out.push_str(" = ");
        }
        let padding = INDENT.saturating_sub(self.out.len() - start);
        if self.indent {
            self.out.insert_str(start, SPACES.get(..padding).unwrap_or_default());
        }
    }

    fn operands(&mut self, instruction: Instruction<'w>) {
        let Self { definitions, names, out, .. } = self;
        let mut line = Line { definitions, names: names.as_ref(), out, instruction, plain: false, printed: 0 };
        let walked = walk(instruction, line.definitions, |part| {
            line.part(part);
            Ok(())
        });
        // Where the words do not fit the grammar, what is left stands for itself.
        if walked.is_err() {
            let rest = instruction.operands().get(line.printed..).unwrap_or_default();
            put_raw(line.out, rest);
        }
    }

    /// An opcode without a name: all its words stand for themselves.
    fn unknown(&mut self, instruction: Instruction<'w>) {
        let [first, rest @ ..] = instruction.words() else { return };
        put!(self.out, "!{first}");
        put_raw(&mut self.out, rest);
    }
}

/// The operands of one instruction.
struct Line<'l, 'w> {
    definitions: &'l Definitions<'w>,
    names: Option<&'l Names>,
    out: &'l mut String,
    instruction: Instruction<'w>,
    /// Once a word stands for itself, the assembler takes no names and numbers any more in this instruction.
    plain: bool,
    /// How many words have been seen.
    printed: usize,
}

impl Line<'_, '_> {
    fn part(&mut self, part: Part<'_>) {
        self.printed += part.words.len();
        if part.kind == Some(Kind::IdResult) {
            return;
        }
        let start = self.out.len();
        self.out.push(' ');
        self.plain = self.plain || !self.named(part);
        if self.plain {
            self.out.truncate(start);
            put_raw(self.out, part.words);
        }
    }

    /// Writes an operand in its usual form; false if it has none.
    fn named(&mut self, part: Part<'_>) -> bool {
        let Some(kind) = part.kind else { return false };
        match kind {
            Kind::LiteralInteger => numbers::put_unsigned(self.out, part.word().into()),
            Kind::LiteralFloat => numbers::put_float(self.out, 32, part.word().into()),
            Kind::LiteralString => self.string(part.words),
            Kind::LiteralContextDependentNumber => self.number(part.words),
            Kind::LiteralExtInstInteger => self.ext_inst(part.word()),
            Kind::LiteralSpecConstantOpInteger => self.opcode(part.word()),
            _ => match kind.info().category {
                Category::Id => put_id(self.out, self.names, part.word()),
                Category::Mask => self.mask(kind, part.word()),
                _ => self.word(grammar::enumerant(kind, part.word()).map(|row| row.name)),
            },
        }
    }

    fn word(&mut self, name: Option<&str>) -> bool {
        self.out.push_str(name.unwrap_or_default());
        name.is_some()
    }

    fn string(&mut self, words: &[u32]) -> bool {
        let Ok((text, _)) = strings::decode(words) else { return false };
        let mut again = Vec::with_capacity(words.len());
        write::string(&mut again, &text);
        self.out.push('"');
        for c in text.chars() {
            if matches!(c, '"' | '\\') {
                self.out.push('\\');
            }
            self.out.push(c);
        }
        self.out.push('"');
        again == words
    }

    fn number(&mut self, words: &[u32]) -> bool {
        let number_type = match self.instruction.result_type() {
            Some(id) => Some(id),
            None => self.definitions.type_of(self.instruction.in_operands().first().copied().unwrap_or_default()),
        };
        let number = number_type.and_then(|id| self.definitions.number(id));
        number.is_some_and(|number| numbers::put(self.out, number, words))
    }

    fn ext_inst(&mut self, number: u32) -> bool {
        let set = self.instruction.in_operands().first().and_then(|id| self.definitions.ext_set(*id));
        self.word(set.and_then(|set| set.instruction(number)).map(|row| row.name))
    }

    fn opcode(&mut self, opcode: u32) -> bool {
        let info = u16::try_from(opcode).ok().and_then(grammar::info);
        self.word(info.and_then(|info| info.name.strip_prefix("Op")))
    }

    fn mask(&mut self, kind: Kind, value: u32) -> bool {
        let mut known = 0;
        for (index, row) in grammar::enumerants(kind, value).enumerate() {
            known |= row.value;
            self.out.push_str(if index == 0 { "" } else { "|" });
            self.out.push_str(row.name);
        }
        known == value && !self.out.ends_with(' ')
    }
}

fn put_id(out: &mut String, names: Option<&Names>, id: Id) -> bool {
    match names.and_then(|names| names.get(id)) {
        Some(name) => put!(out, "%{name}"),
        None => put!(out, "%{id}"),
    }
    true
}

/// Words that stand for themselves.
fn put_raw(out: &mut String, words: &[u32]) {
    for word in words {
        put!(out, " !{word}");
    }
}
