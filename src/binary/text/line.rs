//! The operands of a line, each in its usual form.

use super::color::{self, Color};
use super::friendly::Names;
use super::{numbers, put, sets};
use crate::binary::definitions::Definitions;
use crate::binary::grammar::{self, Category, Kind};
use crate::binary::instruction::Instruction;
use crate::binary::operands::{Part, walk};
use crate::binary::{Id, strings, write};
use std::fmt::Write;

/// The operands of one instruction.
pub(super) struct Line<'l, 'w> {
    definitions: &'l Definitions<'w>,
    names: Option<&'l Names>,
    out: &'l mut String,
    instruction: Instruction<'w>,
    color: Color,
    /// True once an immediate word was written, after which the assembler accepts no names and numbers in this
    /// instruction.
    plain: bool,
}

impl<'l, 'w> Line<'l, 'w> {
    pub fn new(
        definitions: &'l Definitions<'w>,
        names: Option<&'l Names>,
        out: &'l mut String,
        instruction: Instruction<'w>,
        color: Color,
    ) -> Self {
        Self { definitions, names, out, instruction, color, plain: false }
    }

    /// Writes the operands; returns false if they do not match the grammar.
    pub fn operands(&mut self) -> bool {
        let definitions = self.definitions;
        let walked = walk(self.instruction, definitions, |part| {
            self.part(part);
            Ok(())
        });
        walked.is_ok()
    }

    /// Writes the operands behind the first one, without a blank in front.
    pub fn operands_after_first(&mut self) {
        let (definitions, start, mut is_first) = (self.definitions, self.out.len(), true);
        // What the grammar does not allow ends the list.
        let _ = walk(self.instruction, definitions, |part| {
            if !std::mem::take(&mut is_first) {
                self.part(part);
            }
            Ok(())
        });
        if self.out.get(start..).is_some_and(|text| text.starts_with(' ')) {
            self.out.remove(start);
        }
    }

    fn part(&mut self, part: Part<'_>) {
        if part.kind == Some(Kind::IdResult) {
            return;
        }
        let start = self.out.len();
        self.out.push(' ');
        self.color.begin(self.out, part.kind.and_then(color::of_kind));
        self.plain = self.plain || !self.named(part);
        if self.plain {
            self.out.truncate(start);
            put_raw(self.out, part.words);
        } else {
            self.color.end(self.out);
        }
    }

    /// Writes an operand in its usual form; returns false if it has none.
    fn named(&mut self, part: Part<'_>) -> bool {
        let Some(kind) = part.kind else { return false };
        match kind {
            Kind::LiteralInteger | Kind::LiteralFloat | Kind::LiteralContextDependentNumber => self.literal(kind, part),
            Kind::LiteralString => self.string(part.words),
            Kind::LiteralExtInstInteger => self.ext_inst(part.word()),
            Kind::LiteralSpecConstantOpInteger => self.opcode(part.word()),
            _ => match kind.info().category {
                Category::Id => put_id(self.out, self.names, part.word()),
                Category::Mask => self.mask(kind, part.word()),
                _ => self.word(grammar::enumerant(kind, part.word()).map(|row| row.name)),
            },
        }
    }

    /// Writes a number; its colour is ended twice, as `spirv-dis` does.
    fn literal(&mut self, kind: Kind, part: Part<'_>) -> bool {
        let is_written = match kind {
            Kind::LiteralInteger => numbers::put_unsigned(self.out, part.word().into()),
            Kind::LiteralFloat => numbers::put_float(self.out, part.word()),
            _ => self.number(part.words),
        };
        self.color.end(self.out);
        is_written
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
        self.color.begin(self.out, Some(color::GREEN));
        for c in text.chars() {
            if matches!(c, '"' | '\\') {
                self.out.push('\\');
            }
            self.out.push(c);
        }
        self.color.end(self.out);
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

    /// Writes the name in the set. The assembler accepts numbers only for non-semantic sets.
    fn ext_inst(&mut self, number: u32) -> bool {
        let id = self.instruction.in_operands().first().copied().unwrap_or_default();
        let Some(set) = sets::imported(self.definitions, id) else { return false };
        match set.grammar.and_then(|set| set.instruction(number)) {
            Some(row) => self.word(Some(row.name)),
            None => set.is_non_semantic && numbers::put_unsigned(self.out, number.into()),
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

pub(super) fn put_id(out: &mut String, names: Option<&Names>, id: Id) -> bool {
    match names.and_then(|names| names.get(id)) {
        Some(name) => put!(out, "%{name}"),
        None => put!(out, "%{id}"),
    }
    true
}

/// Writes immediate words (`!` and a number).
pub(super) fn put_raw(out: &mut String, words: &[u32]) {
    for word in words {
        put!(out, " !{word}");
    }
}
