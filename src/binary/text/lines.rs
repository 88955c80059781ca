//! Single instructions as text, for messages that quote a few out of a module.

use super::{Definitions, DisassemblyOptions, Names, Printer};
use crate::binary::{Id, Instruction, Words};

/// Shows instructions of a module in the assembly syntax, one by one, with friendly names.
pub struct Lines<'w> {
    printer: Printer<'w>,
}

impl<'w> Lines<'w> {
    /// Creates the names of a module, each of which can be replaced.
    pub fn new(words: &'w Words<'w>) -> Self {
        Self::of(words, false)
    }

    /// Creates the names of a module, for lines with aligned opcodes.
    pub fn indented(words: &'w Words<'w>) -> Self {
        Self::of(words, true)
    }

    fn of(words: &'w Words<'w>, indent: bool) -> Self {
        let mut definitions = Definitions::new(words);
        for instruction in words.instructions() {
            if let Some(id) = instruction.result_id() {
                definitions.add(id, instruction);
            }
        }
        let names = Some(Names::new(words, &definitions));
        let options = DisassemblyOptions { indent, ..DisassemblyOptions::default() };
        Self { printer: Printer::new(definitions, names, options) }
    }

    /// The name of an id, without its `%`.
    pub fn name(&self, id: Id) -> String {
        self.printer.names.as_ref().and_then(|names| names.get(id)).map_or_else(|| id.to_string(), str::to_owned)
    }

    /// Gives an id another name.
    pub fn rename(&mut self, id: Id, name: &str) {
        if let Some(names) = &mut self.printer.names {
            names.rename(id, name);
        }
    }

    /// The text of an instruction, without the end of its line.
    pub fn line(&mut self, instruction: Instruction<'w>) -> String {
        self.printer.out.clear();
        self.printer.instruction(instruction, None);
        self.printer.out.trim_end().to_owned()
    }
}
