//! Pointers that are chosen from several where they may be (variable pointers, SPIR-V 2.16.1): all of them become chains to
//! objects of one type.

use super::Rebuild;
use super::chosen::is_choice;
use super::pointers::unknown;
use crate::error::{Error, Result};
use crate::llvm::{Opcode, Type, Value};

impl<'m> Rebuild<'_, 'm> {
    /// Has a phi or select point to an object of a type, if nothing is known of what it points to and it may stay a pointer;
    /// says whether it did. What is made next goes elsewhere then.
    pub fn choose_objects(&mut self, choice: Value<'m>, wanted: Type<'m>) -> Result<bool> {
        if !is_choice(choice) || !self.may_be_chosen_at(choice) || self.places.pointee(choice).is_some() {
            return Ok(false);
        }
        let mut work = vec![choice];
        self.places.note(choice, wanted);
        while let Some(choice) = work.pop() {
            for (index, pointer, before) in chosen(choice)? {
                if is_choice(pointer) && self.places.pointee(pointer).is_none() {
                    self.places.note(pointer, wanted);
                    work.push(pointer);
                } else if !self.is_exact(pointer, wanted)? {
                    self.begin(before)?;
                    let exact = self.exact(pointer, wanted)?.ok_or_else(|| unknown(pointer))?;
                    match choice.is_op(Opcode::LLVMPHI) {
                        true => choice.set_incoming(index, exact)?,
                        false => choice.set_operand(index, exact)?,
                    }
                }
            }
        }
        Ok(true)
    }
}

/// A pointer, its number among what it is chosen from, and the instruction that it has to be known before.
type Choice<'m> = (u32, Value<'m>, Value<'m>);

/// Returns the pointers of a phi or select.
fn chosen<'m>(choice: Value<'m>) -> Result<Vec<Choice<'m>>> {
    let no_end = || Error::internal("a block without a terminator");
    if !choice.is_op(Opcode::LLVMPHI) {
        return Ok((0..).zip(choice.operands()).skip(1).map(|(index, pointer)| (index, pointer, choice)).collect());
    }
    let incoming = (0..).zip(choice.incoming());
    incoming.map(|(index, (pointer, from))| Ok((index, pointer, from.terminator().ok_or_else(no_end)?))).collect()
}
