//! The writer of internal text.

use super::names::{self, Set};
use super::order;
use llvm_spirv::binary::Definitions;
use llvm_spirv::binary::Instruction;
use llvm_spirv::binary::grammar::Kind;
use llvm_spirv::binary::{Decoration, Id, Op, Words, long};
use llvm_spirv::binary::{Part, walk};
use llvm_spirv::error::Result;
use rustc_hash::FxHashMap;

/// The blank lines of the Khronos translator's text format.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Style {
    /// True for a blank line after the names, when `SPV_INTEL_memory_access_aliasing` is allowed.
    pub aliasing: bool,
    /// True for a blank line after types and variables, when `SPV_INTEL_inline_assembly` is allowed.
    pub assembly: bool,
}

/// Returns the words of a module as text, with its sections in the order of the Khronos translator.
///
/// # Errors
/// Words that are no header and instructions.
pub fn write(words: &[u32], style: Style) -> Result<Vec<u8>> {
    let words = Words::of_any(words)?;
    let mut definitions = Definitions::new(&words);
    let mut sets = FxHashMap::default();
    for instruction in words.instructions() {
        if let Some(id) = instruction.result_id() {
            definitions.add(id, instruction);
        }
        if instruction.opcode() == Op::ExtInstImport {
            sets.extend(import(instruction));
        }
    }
    let mut printer = Printer { definitions, sets, out: Vec::with_capacity(words.words().len() * 6) };
    printer.header(&words);
    printer.body(&order::canonical(&words), style);
    Ok(printer.out)
}

fn import(instruction: Instruction<'_>) -> Option<(Id, Set)> {
    let (name, _) = instruction.string(0).ok()?;
    Some((instruction.result_id()?, Set::of(&name)?))
}

struct Printer<'w> {
    definitions: Definitions<'w>,
    sets: FxHashMap<Id, Set>,
    out: Vec<u8>,
}

impl<'w> Printer<'w> {
    fn put(&mut self, token: &str) {
        self.out.extend_from_slice(token.as_bytes());
        self.out.push(b' ');
    }

    fn line(&mut self) {
        self.out.push(b'\n');
    }

    fn header(&mut self, words: &Words<'_>) {
        for word in words.words().iter().take(5) {
            self.put(&word.to_string());
        }
        self.line();
    }

    fn body(&mut self, module: &order::Canonical<'w>, style: Style) {
        module.front.iter().for_each(|i| self.instruction(*i));
        if style.aliasing {
            self.line();
        }
        module.aliases.iter().chain(&module.globals).for_each(|i| self.instruction(*i));
        if style.assembly {
            self.line();
        }
        module.assembly.iter().for_each(|i| self.instruction(*i));
        self.line();
        module.debug.iter().for_each(|i| self.instruction(*i));
        self.line();
        self.functions(&module.functions);
    }

    /// Writes functions, with blank lines after the head, the parameters, and each block.
    fn functions(&mut self, instructions: &[Instruction<'w>]) {
        let mut in_head = false;
        let mut in_block = false;
        for instruction in instructions {
            let opcode = instruction.opcode();
            if in_head && opcode != Op::FunctionParameter {
                self.line();
                in_head = false;
            }
            if in_block && matches!(opcode, Op::Label | Op::FunctionEnd) {
                self.line();
            }
            self.instruction(*instruction);
            match opcode {
                Op::Function => (in_head, in_block) = (true, false),
                Op::Label => in_block = true,
                Op::FunctionEnd => self.line(),
                _ => {}
            }
        }
    }

    fn instruction(&mut self, instruction: Instruction<'w>) {
        if long::is_continuation(instruction.opcode()) && self.out.ends_with(b"\n\n") {
            self.out.pop();
        }
        self.put(&instruction.words().len().to_string());
        let opcode = instruction.opcode_number();
        self.put(&names::opcode_name(opcode).unwrap_or_else(|| opcode.to_string().into()));
        let start = self.out.len();
        let mut line = Line { sets: &self.sets, instruction, decoration: 0, out: &mut self.out };
        let walked = walk(instruction, &self.definitions, |part| {
            line.part(part);
            Ok(())
        });
        if walked.is_err() {
            self.out.truncate(start);
            instruction.operands().iter().for_each(|word| self.put(&word.to_string()));
        }
        self.line();
        if has_line_after(instruction.opcode()) {
            self.line();
        }
    }
}

fn has_line_after(opcode: Op) -> bool {
    let is_composite = matches!(opcode, Op::TypeStruct | Op::ConstantComposite | Op::SpecConstantComposite);
    is_composite || long::is_continuation(opcode)
}

/// The operands of one instruction.
struct Line<'l, 'w> {
    sets: &'l FxHashMap<Id, Set>,
    instruction: Instruction<'w>,
    decoration: u32,
    out: &'l mut Vec<u8>,
}

impl Line<'_, '_> {
    fn put(&mut self, token: &str) {
        self.out.extend_from_slice(token.as_bytes());
        self.out.push(b' ');
    }

    fn part(&mut self, part: Part<'_>) {
        match part.kind {
            Some(Kind::LiteralString) => self.string(part.words),
            Some(Kind::LiteralExtInstInteger) => self.ext_inst(part.word()),
            Some(kind) => self.operand(kind, part),
            None => self.numbers(part.words),
        }
    }

    fn operand(&mut self, kind: Kind, part: Part<'_>) {
        if kind == Kind::Decoration {
            self.decoration = part.word();
        }
        // Execution modes are numbers, and so is what they take.
        match names::operand_name(kind, part.word()) {
            Some(name) => self.put(&name),
            None => self.numbers(part.words),
        }
    }

    fn numbers(&mut self, words: &[u32]) {
        words.iter().for_each(|word| self.put(&word.to_string()));
    }

    fn ext_inst(&mut self, number: u32) {
        let set = self.instruction.in_operands().first().and_then(|id| self.sets.get(id));
        match set.and_then(|set| set.name(number)) {
            Some(name) => self.put(name),
            None => self.put(&number.to_string()),
        }
    }

    fn string(&mut self, words: &[u32]) {
        // The Khronos translator separates the two strings of this decoration by two blanks.
        if self.decoration == Decoration::MergeALTERA as u32 && self.out.ends_with(b"\" ") {
            self.out.push(b' ');
        }
        self.out.push(b'"');
        for byte in words.iter().flat_map(|word| word.to_le_bytes()).take_while(|byte| *byte != 0) {
            if byte == b'"' {
                self.out.push(b'\\');
            }
            self.out.push(byte);
        }
        self.out.extend_from_slice(b"\" ");
    }
}
