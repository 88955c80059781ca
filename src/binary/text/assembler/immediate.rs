//! Immediate words: `!5` in place of an operand, or of a first word; and `OpUnknown(opcode, words)`.

use super::expected::Next;
use super::fault::Fault;
use super::scan::begins_opcode;
use super::{Assembler, Word, numbers, shown};

impl<'t> Assembler<'t> {
    /// Reads an instruction whose first word is immediate; it extends up to the next instruction.
    pub(super) fn immediate_instruction(&mut self, first: Word<'t>) -> Result<(), Fault> {
        let value = immediate(first)?;
        self.words.push(value);
        loop {
            self.scanner.skip_blanks();
            if self.scanner.is_at_end() || self.scanner.begins_instruction() {
                return Ok(());
            }
            self.loose()?;
        }
    }

    /// Reads `OpUnknown(opcode, words)` and `words - 1` further words.
    pub(super) fn unknown_instruction(&mut self, name: Word<'t>) -> Result<(), Fault> {
        if let Some(result) = self.current.result {
            return Err(result.fault("the result of OpUnknown is one of its words".to_owned()));
        }
        let opcode = self.part(b'(', "the number of an opcode")?;
        let count = self.part(b',', "the number of words")?;
        if !self.scanner.takes(b')') {
            return Err(self.scanner.word().fault("')' should follow the number of words".to_owned()));
        }
        if count == 0 {
            return Err(name.fault("an instruction has one word at least, which holds the opcode".to_owned()));
        }
        self.words.push(u32::from(count) << 16 | u32::from(opcode));
        (1..count).try_for_each(|_| {
            self.scanner.skip_blanks();
            match self.scanner.is_at_end() || self.scanner.begins_instruction() {
                true => Err(name.fault(format!("OpUnknown lacks words: there should be {count}"))),
                false => self.loose(),
            }
        })
    }

    /// Reads a punctuation mark, and the number after it.
    fn part(&mut self, mark: u8, what: &str) -> Result<u16, Fault> {
        if !self.scanner.takes(mark) {
            let wanted = char::from(mark);
            return Err(self.scanner.word().fault(format!("'{wanted}' should follow: OpUnknown(opcode, words)")));
        }
        self.scanner.skip_blanks();
        let word = self.scanner.word();
        let number = numbers::word(word.text).and_then(|number| u16::try_from(number).ok());
        number.ok_or_else(|| word.fault(format!("{} is not {what}", shown(word.text))))
    }

    /// Reads a word for which the grammar has no operand.
    fn loose(&mut self) -> Result<(), Fault> {
        let word = self.scanner.word();
        match word.text {
            b"=" => Err(word.fault("'=' should stand between a result and an instruction".to_owned())),
            text if begins_opcode(text) => Err(word.fault(format!("{} stands among operands", shown(text)))),
            _ => self.operand(Next::Any, word),
        }
    }
}

/// Returns the word that `!` and a number denote.
pub(super) fn immediate(word: Word<'_>) -> Result<u32, Fault> {
    let number = word.text.strip_prefix(b"!").and_then(numbers::word);
    number.ok_or_else(|| word.fault(format!("{} is no word: behind ! stands a number of 32 bits", shown(word.text))))
}
