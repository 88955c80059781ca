//! Words to text: the standard assembly syntax, as `spirv-dis` writes it.
//!
//! In: [`Words`], which need not be a legal module. Out: text that `spirv-as` turns into the same words (with
//! `--preserve-numeric-ids` if the ids are numbers). What has no name, or no form that would come back as the same
//! words, is written as `!` and the word, which the assembler takes as it is (an instruction with more or fewer
//! operands than it should have may still come back joined to the one before it). The syntax is that of `syntax.md` in
//! SPIRV-Tools.

pub(crate) mod assembler;
mod formats;
mod friendly;
pub(crate) mod generator;
mod header;
#[cfg(feature = "internals")]
mod lines;
mod numbers;

use super::definitions::Definitions;
use super::grammar::{self, Category, Kind};
use super::instruction::Instruction;
use super::operands::{Context, Part, walk};
use super::read::Words;
use super::{Id, strings, write};
use friendly::Names;
use std::fmt::Write;

#[cfg(feature = "internals")]
pub use lines::Lines;

/// The column in which opcodes begin.
const INDENT: usize = 15;
const SPACES: &str = "               ";

/// The style of the text.
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
pub fn disassemble(words: &Words<'_>, options: Options) -> String {
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
        header::put_header(&mut printer.out, words.header());
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
    fn instruction(&mut self, instruction: Instruction<'w>) {
        let start = self.out.len();
        self.result(instruction.result_id());
        self.out.push_str(instruction.name());
        let known = grammar::info(instruction.opcode_number()).is_some();
        if !known || !self.operands(instruction) {
            self.out.truncate(start);
            self.plain(instruction);
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

    /// Writes the operands; false if they are not those that the grammar asks for.
    fn operands(&mut self, instruction: Instruction<'w>) -> bool {
        let Self { definitions, names, out, .. } = self;
        let mut line = Line { definitions, names: names.as_ref(), out, instruction, plain: false };
        let walked = walk(instruction, line.definitions, |part| {
            line.part(part);
            Ok(())
        });
        walked.is_ok()
    }

    /// All words of an instruction, each standing for itself: the only form of what the grammar does not allow.
    fn plain(&mut self, instruction: Instruction<'w>) {
        let [first, rest @ ..] = instruction.words() else { return };
        self.result(None);
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
}

impl Line<'_, '_> {
    fn part(&mut self, part: Part<'_>) {
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

    /// The name in the set. The assembler takes numbers only for sets that add nothing to the meaning.
    fn ext_inst(&mut self, number: u32) -> bool {
        let set = self.instruction.in_operands().first().and_then(|id| self.definitions.ext_set(*id));
        match set.and_then(|set| set.instruction(number)) {
            Some(row) => self.word(Some(row.name)),
            None if set.is_some_and(|set| grammar::is_non_semantic(set.name)) => {
                numbers::put_unsigned(self.out, number.into())
            }
            None => false,
        }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::binary::Op;
    use crate::binary::testing::Bytes;

    const RAW: Options = Options { friendly_names: false, header: false, indent: false };

    /// The lines after capability and memory model.
    fn lines(module: Bytes) -> Vec<String> {
        disassemble(&module.words(), RAW).lines().skip(2).map(str::to_owned).collect()
    }

    #[test]
    fn s0_36_to_s0_43_the_examples_of_the_document() {
        let module = Bytes::new(20)
            .op(Op::Capability, &[4])
            .text(Op::Extension, &[], "SPV_EXT_physical_storage_buffer")
            .text(Op::ExtInstImport, &[1], "OpenCL.std")
            .op(Op::MemoryModel, &[1, 2])
            .op(Op::EntryPoint, &[6, 10, 0x4163_6576, 0x6464, 5])
            .op(Op::ExecutionMode, &[10, 31])
            .op(Op::Function, &[6, 10, 2, 9])
            .op(Op::FunctionParameter, &[8, 11]);
        let expected = "OpCapability Addresses\n\
                        OpExtension \"SPV_EXT_physical_storage_buffer\"\n\
                        %1 = OpExtInstImport \"OpenCL.std\"\n\
                        OpMemoryModel Physical32 OpenCL\n\
                        OpEntryPoint Kernel %10 \"vecAdd\" %5\n\
                        OpExecutionMode %10 ContractionOff\n\
                        %10 = OpFunction %6 DontInline %9\n\
                        %11 = OpFunctionParameter %8\n";
        assert_eq!(disassemble(&module.words(), RAW), expected);
    }

    #[test]
    fn header_and_columns() {
        let module = Bytes::library(2).set(2, 0x0006_000E).op(Op::TypeVoid, &[1]);
        let expected = "; SPIR-V\n; Version: 1.4\n; Generator: Khronos LLVM/SPIR-V Translator; 14\n; Bound: 2\n\
                        ; Schema: 0\n               OpCapability Linkage\n               OpMemoryModel Physical64 OpenCL\n       \
                        %void = OpTypeVoid\n";
        assert_eq!(disassemble(&module.words(), Options::default()), expected);
    }

    #[test]
    fn s0_12_masks_and_parameters() {
        let module = Bytes::library(9).op(Op::Store, &[1, 2, 6, 16]).op(Op::Store, &[1, 2, 0]);
        assert_eq!(lines(module), ["OpStore %1 %2 Aligned|Nontemporal 16", "OpStore %1 %2 None"]);
    }

    #[test]
    fn s0_11_strings_are_quoted() {
        assert_eq!(
            lines(Bytes::library(9).text(Op::String, &[1], "a \"b\" \\n\n")),
            ["%1 = OpString \"a \\\"b\\\" \\\\n", "\""]
        );
        let padded = Bytes::library(9).op(Op::String, &[1, 0x6100_0061]);
        assert_eq!(lines(padded), ["%1 = OpString !1627390049"]);
    }

    #[test]
    fn what_has_no_name_stands_for_itself() {
        let module = Bytes::library(9)
            .op(Op::Decorate, &[1, 0x7777, 5])
            .op(Op::TypePointer, &[2, 0x7777, 1])
            .op(Op::Store, &[1, 2, 1 << 30, 7])
            .op(Op::TypeVoid, &[3, 4]);
        let expected = [
            "OpDecorate %1 !30583 !5",
            "%2 = OpTypePointer !30583 !1",
            "OpStore %1 %2 !1073741824 !7",
            "!196627 !3 !4",
        ];
        assert_eq!(lines(module), expected);
    }

    #[test]
    fn s0_11_numbers_by_their_type() {
        let module = Bytes::library(20)
            .op(Op::TypeInt, &[1, 8, 0])
            .op(Op::TypeInt, &[2, 64, 1])
            .op(Op::TypeFloat, &[3, 32])
            .op(Op::Constant, &[1, 4, 255])
            .op(Op::Constant, &[1, 5, 0xFFFF_FFFF])
            .op(Op::Constant, &[2, 6, 0xFFFF_FFFE, 0xFFFF_FFFF])
            .op(Op::Constant, &[3, 7, 0x3DCC_CCCD])
            .op(Op::Switch, &[6, 8, 1, 0, 9, 0xFFFF_FFFF, 0xFFFF_FFFF, 10]);
        let expected = [
            "%4 = OpConstant %1 255",
            "%5 = OpConstant %1 !4294967295",
            "%6 = OpConstant %2 -2",
            "%7 = OpConstant %3 0.100000001",
            "OpSwitch %6 %8 1 %9 -1 %10",
        ];
        assert_eq!(lines(module).get(3..), Some(expected.map(str::to_owned).as_slice()));
    }

    #[test]
    fn extended_instructions_by_name() {
        let module = Bytes::library(20)
            .text(Op::ExtInstImport, &[1], "OpenCL.std")
            .text(Op::ExtInstImport, &[2], "NonSemantic.New")
            .op(Op::ExtInst, &[3, 4, 1, 61, 5])
            .op(Op::ExtInst, &[3, 6, 1, 999, 5])
            .op(Op::ExtInst, &[3, 7, 2, 999, 5])
            .op(Op::SpecConstantOp, &[3, 8, Op::IAdd as u32, 5, 5]);
        let expected = [
            "%4 = OpExtInst %3 %1 sqrt %5",
            "%6 = OpExtInst %3 %1 !999 !5",
            "%7 = OpExtInst %3 %2 999 %5",
            "%8 = OpSpecConstantOp %3 IAdd %5 %5",
        ];
        assert_eq!(lines(module).get(2..), Some(expected.map(str::to_owned).as_slice()));
    }
}
