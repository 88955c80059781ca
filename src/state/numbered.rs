//! The values of the function that is being translated.

use super::Operand;
use crate::llvm::Value;
use crate::locality::LocalityMap;

/// The SPIR-V values of arguments and instructions. Their numbers are consecutive in a function that was read, so that
/// a table by number holds most of them; instructions added later are hashed.
#[derive(Debug, Default)]
pub struct Locals<'m> {
    /// The number of the first value.
    base: u32,
    /// The maximum length of the table.
    room: usize,
    /// The operands by number minus `base`; the id is 0 if there is none.
    table: Vec<Operand>,
    others: LocalityMap<Value<'m>, Operand>,
}

const ABSENT: Operand = Operand { id: 0, ty: 0 };

impl<'m> Locals<'m> {
    /// Creates the table for a function with this number of instructions.
    pub fn with_capacity(instructions: usize) -> Self {
        // Some are arguments.
        let room = instructions.saturating_mul(2);
        Self { room, table: Vec::with_capacity(instructions), ..Self::default() }
    }

    /// Returns the place of a value in the table.
    #[inline]
    fn place(&self, value: Value<'m>) -> Option<usize> {
        let place = value.local_number()?.checked_sub(self.base)? as usize;
        (place < self.room).then_some(place)
    }

    /// Returns the SPIR-V value of a value.
    #[inline]
    pub fn get(&self, value: &Value<'m>) -> Option<&Operand> {
        match self.place(*value).and_then(|place| self.table.get(place)) {
            Some(operand) if *operand != ABSENT => Some(operand),
            _ if self.others.is_empty() => None,
            _ => self.others.get(value),
        }
    }

    /// Returns whether a value has been translated.
    pub fn contains_key(&self, value: &Value<'m>) -> bool {
        self.get(value).is_some()
    }

    /// Sets the SPIR-V value of a value.
    pub fn insert(&mut self, value: Value<'m>, operand: Operand) {
        if self.table.is_empty() {
            self.base = value.local_number().unwrap_or_default();
        }
        match self.place(value) {
            None => drop(self.others.insert(value, operand)),
            Some(place) if place == self.table.len() => self.table.push(operand),
            Some(place) => {
                if place > self.table.len() {
                    self.table.resize(place + 1, ABSENT);
                }
                if let Some(slot) = self.table.get_mut(place) {
                    *slot = operand;
                }
            }
        }
    }
}
