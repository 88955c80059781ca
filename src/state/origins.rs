//! The LLVM values from which SPIR-V instructions are made; only recorded for `--explain`.
//!
//! In: each value when the walk reaches it. Out: within functions `OpLine`s without a file ([`is_mark`]), which number
//! the values and are removed from the finished module; outside of functions the value for which an id was allocated.

use super::Forward;
use crate::binary::builder::Id;
use crate::binary::{Instruction, write};
use crate::error::Result;
use crate::llvm::Value;
use ::spirv::Op;

/// The file id of a mark, which no real instruction has.
const NO_FILE: Id = 0;

/// The values that the walk has reached, in order.
#[derive(Debug, Default)]
pub struct Origins<'m> {
    /// The values; `None` where the following instructions belong to no value.
    values: Vec<Option<Value<'m>>>,
    /// For each value the next id at that time.
    ids: Vec<Id>,
}

impl<'m> Origins<'m> {
    /// The value with a number.
    pub fn value(&self, number: u32) -> Option<Value<'m>> {
        *self.values.get(number as usize)?
    }

    /// Returns the value for which an id was allocated.
    pub fn of_id(&self, id: Id) -> Option<Value<'m>> {
        let number = self.ids.partition_point(|first| *first <= id).checked_sub(1)?;
        *self.values.get(number)?
    }
}

/// Returns the number of the value, if the instruction is a mark.
pub fn is_mark(inst: Instruction<'_>) -> Option<u32> {
    match *inst.operands() {
        [NO_FILE, number, _] if inst.opcode() == Op::Line => Some(number),
        _ => None,
    }
}

impl<'m> Forward<'m> {
    /// Records that the following instructions are made from a value, or from none, if origins are requested.
    #[inline]
    pub fn originate(&mut self, value: Option<Value<'m>>) -> Result<()> {
        let Some(origins) = &mut self.origins else { return Ok(()) };
        let number = origins.values.len() as u32;
        origins.values.push(value);
        origins.ids.push(self.spv.bound());
        match value.is_some_and(Value::is_instruction) {
            true => write::instruction(&mut self.body.code, Op::Line, &[NO_FILE, number, 0]),
            false => Ok(()),
        }
    }
}
