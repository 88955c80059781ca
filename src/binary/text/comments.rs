//! Comments after instructions, and titles above the sections of a module.

use super::color::{self, Color, length_without};
use super::demangled::demangled;
use super::line::Line;
use super::{INDENT, Printer, SPACES, put};
use crate::binary::Id;
use crate::binary::instruction::Instruction;
use ::spirv::{Class, Op};
use rustc_hash::FxHashMap;
use std::fmt::Write;

/// The column in which comments begin, unless the line is longer.
const COLUMN: usize = 50;
/// Comments that follow one another are aligned up to this column.
const LAST_COLUMN: usize = 256;

/// The comments so far.
#[derive(Default)]
pub(super) struct Comments {
    /// The decorations of ids, as text.
    decorations: FxHashMap<Id, String>,
    /// The column of the comment in the line above, or 0.
    column: usize,
    /// The titles already written.
    titled: [bool; 3],
}

/// The title of a part, in the order of `Comments::titled`; functions have one each.
const TITLES: [&str; 3] = ["Annotations", "Debug Information", "Types, variables and constants"];

fn part(instruction: Instruction<'_>) -> Option<usize> {
    let info = instruction.info();
    match info.op {
        Op::DecorationGroup => None,
        Op::ModuleProcessed => Some(1),
        Op::TypeForwardPointer => None,
        _ => match info.class {
            Class::Annotation => Some(0),
            Class::Debug => Some(1),
            Class::TypeDeclaration => Some(2),
            _ => None,
        },
    }
}

impl<'w> Printer<'w> {
    /// Writes the title of the part that an instruction begins.
    pub(super) fn title(&mut self, instruction: Instruction<'w>) {
        if !self.options.comments {
            return;
        }
        if let (Op::Function, Some(id)) = (instruction.opcode(), instruction.result_id()) {
            self.out.push_str(if self.options.nested_indent { "\n\n" } else { "\n" });
            self.title_line("Function ");
            match self.names.as_ref().and_then(|names| names.get(id)) {
                Some(name) => self.out.push_str(name),
                None => put!(self.out, "{id}"),
            }
            self.out.push('\n');
        }
        let Some((part, title)) = part(instruction).and_then(|part| Some((part, TITLES.get(part)?))) else { return };
        let Some(is_titled) = self.comments.titled.get_mut(part) else { return };
        if !std::mem::replace(is_titled, true) {
            self.out.push('\n');
            self.title_line(title);
            self.out.push('\n');
        }
    }

    fn title_line(&mut self, title: &str) {
        self.out.push_str(if self.options.indent { SPACES.get(..INDENT).unwrap_or_default() } else { "" });
        self.out.push_str("; ");
        self.out.push_str(title);
    }

    /// Writes the comment of an instruction, whose line began at `start`.
    pub(super) fn comment(&mut self, instruction: Instruction<'w>, start: usize) {
        let options = self.options;
        if !(options.comments || options.offsets || options.demangle) {
            return;
        }
        let mut comment = String::new();
        if options.offsets {
            let color = Color(options.color);
            color.begin(&mut comment, Some(color::GREY));
            put!(comment, "0x{:08x}", instruction.offset() * 4);
            color.end(&mut comment);
        }
        if options.comments {
            self.about(instruction, &mut comment);
        }
        if let Some(meaning) = options.demangle.then(|| demangled(instruction)).flatten() {
            add(&mut comment, &meaning);
        }
        self.put_comment(&comment, start);
    }

    /// Adds the decorations of a result, and the number of an id that is named.
    fn about(&mut self, instruction: Instruction<'w>, comment: &mut String) {
        match (instruction.opcode(), instruction.in_operands()) {
            (Op::Decorate, [id, ..]) => {
                let Self { definitions, names, comments, options, .. } = self;
                let known = comments.decorations.entry(*id).or_default();
                if !known.is_empty() {
                    known.push_str(", ");
                }
                Line::new(definitions, names.as_ref(), known, instruction, Color(options.color)).operands_after_first();
            }
            (Op::Name, [id, ..]) => add(comment, &format!("id %{id}")),
            _ => {}
        }
        let decorated = instruction.result_id().and_then(|id| self.comments.decorations.get(&id));
        decorated.iter().for_each(|known| add(comment, known));
    }

    /// Writes a comment in the column of the previous one, if the line ends before it.
    fn put_comment(&mut self, comment: &str, start: usize) {
        if comment.is_empty() {
            self.comments.column = 0;
            return;
        }
        let length = length_without(self.out.get(start..).unwrap_or_default());
        let column = (length + 2).max(self.comments.column).max(COLUMN).next_multiple_of(4);
        self.comments.column = column.min(LAST_COLUMN);
        self.out.extend(std::iter::repeat_n(' ', column - length));
        put!(self.out, "; {comment}");
    }
}

/// Adds a part to a comment.
fn add(comment: &mut String, part: &str) {
    if !comment.is_empty() {
        comment.push_str(", ");
    }
    comment.push_str(part);
}
