//! The LLVM values that instructions of SPIR-V are made for; kept for `--explain` alone.
//!
//! In: each value when the walk comes to it. Out: within functions `OpLine`s without a file ([`is_mark`]), which number
//! the values and are taken out of the finished module; outside of functions the value that an id was taken for.

use super::Forward;
use crate::binary::builder::Id;
use crate::binary::{Instruction, write};
use crate::error::Result;
use crate::llvm::Value;
use ::spirv::Op;

/// The id of the file of a mark, which no instruction has.
const NO_FILE: Id = 0;

/// The values that the walk has come to, in order.
#[derive(Debug, Default)]
pub struct Origins<'m> {
    /// None where what follows belongs to no value.
    values: Vec<Option<Value<'m>>>,
    /// For each the id that was the next one then.
    ids: Vec<Id>,
}

impl<'m> Origins<'m> {
    /// The value with a number.
    pub fn value(&self, number: u32) -> Option<Value<'m>> {
        *self.values.get(number as usize)?
    }

    /// The value that an id was taken for.
    pub fn of_id(&self, id: Id) -> Option<Value<'m>> {
        let number = self.ids.partition_point(|first| *first <= id).checked_sub(1)?;
        *self.values.get(number)?
    }
}

/// The number of the value, where the instruction is a mark.
pub fn is_mark(inst: Instruction<'_>) -> Option<u32> {
    match *inst.operands() {
        [NO_FILE, number, _] if inst.opcode() == Op::Line => Some(number),
        _ => None,
    }
}

impl<'m> Forward<'m> {
    /// Notes that what follows is made for a value, or for none, where that is asked for.
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
