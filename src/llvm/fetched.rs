//! Instructions with their columns fetched.

use super::{Block, Opcode, Type, Value};
use llvm_ir::instruction::Row;

/// An instruction with its columns, which every method of a [`Value`] would look up again: for loops over all
/// instructions. It is not updated when the instruction changes.
#[derive(Clone, Copy, Debug)]
pub struct Fetched<'m> {
    /// The instruction.
    pub value: Value<'m>,
    row: Row,
}

impl<'m> Fetched<'m> {
    /// Returns the opcode.
    #[inline]
    pub fn opcode(&self) -> Opcode {
        self.row.opcode
    }

    /// Returns the type of the result.
    #[inline]
    pub fn ty(&self) -> Type<'m> {
        Type(self.value.draft().type_at(self.row.ty))
    }

    /// Returns an operand, in LLVM's order: blocks after values, the callee last.
    #[inline]
    pub fn operand(&self, index: u32) -> Option<Value<'m>> {
        let row = &self.row;
        let word = match row.opcode {
            Opcode::Call if self.value.0.has_bundles() => None,
            // The callee stands in front of the arguments, and is the last operand.
            Opcode::Call => Some(match index.saturating_add(4) {
                word if word == row.count => 3,
                word => word,
            }),
            // The mask of a shuffle is no operand.
            Opcode::ShuffleVector => Some(if index < 2 { index } else { row.count }),
            opcode => opcode.value_word(index),
        };
        let draft = self.value.draft();
        match word {
            Some(word) => draft.word_of(row, word).map(|word| Value(draft.value_at(word))),
            None => self.value.apart(row.opcode, index),
        }
    }

    /// Returns the callee of a call.
    #[inline]
    pub fn callee(&self) -> Option<Value<'m>> {
        let word = self.row.opcode.is_call().then(|| self.row.opcode.first_argument() as u32 - 1)?;
        self.word(word).map(|word| Value(self.value.draft().value_at(word)))
    }

    /// Returns an argument of a plain `call`.
    #[inline]
    pub(super) fn argument(&self, index: u32) -> Option<Value<'m>> {
        let word = self.word(index.checked_add(Opcode::Call.first_argument() as u32)?)?;
        Some(Value(self.value.draft().value_at(word)))
    }

    /// Returns a word of the operands, whose meaning depends on the opcode.
    #[inline]
    pub(super) fn word(&self, index: u32) -> Option<u32> {
        self.value.draft().word_of(&self.row, index)
    }

    /// Returns the flags.
    #[inline]
    pub(super) fn flags(&self) -> u16 {
        self.row.flags
    }
}

impl<'m> Value<'m> {
    /// Returns the instruction with its columns; `None` for other values.
    #[inline]
    pub fn fetch(self) -> Option<Fetched<'m>> {
        self.0.instruction_row().map(|row| Fetched { value: self, row })
    }
}

impl<'m> Block<'m> {
    /// Returns the instructions with their columns, in order.
    #[inline]
    pub fn fetched(self) -> impl Iterator<Item = Fetched<'m>> + Clone {
        self.0.rows().map(|(value, row)| Fetched { value: Value(value), row })
    }
}
