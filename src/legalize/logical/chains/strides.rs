//! Strides of pointers that a phi or select chooses from, or that are compared: they need one type in SPIR-V, with a
//! stride or without.
//!
//! LLVM's passes create new chains, whose types have no stride, beside chains that came from `OpPtrAccessChain`, whose
//! notes have one.

use super::Rebuild;
use super::arguments::is_comparison;
use super::chosen::is_choice;
use crate::conventions::classes;
use crate::conventions::notes;
use crate::error::{Error, Result};
use crate::llvm::{Opcode, Value};
use crate::state::slots::shaders::Note;
use rustc_hash::FxHashSet;

impl<'m> Rebuild<'_, 'm> {
    /// Gives pointers that are chosen from together, or compared, the same type.
    pub fn share_strides(&mut self, function: Value<'m>) -> Result<()> {
        if !self.places.has_variable_pointers {
            return Ok(());
        }
        let mut seen = FxHashSet::default();
        for inst in function.blocks().flat_map(|block| block.instructions()).collect::<Vec<_>>() {
            for pointer in together(inst) {
                let alike = alike(pointer, &mut seen);
                if let Some(note) = alike.iter().find_map(|pointer| self.places.strided(*pointer)) {
                    self.share(&alike, &note)?;
                }
            }
        }
        Ok(())
    }

    fn share(&mut self, alike: &[Value<'m>], note: &Note<'m>) -> Result<()> {
        let without: Vec<_> = alike.iter().filter(|pointer| self.places.strided(**pointer).is_none()).collect();
        let is_possible = |pointer: &Value<'m>| pointer.is_gep() || is_choice(*pointer) || pointer.is_null();
        if !without.iter().all(|pointer| is_possible(pointer)) && !alike.iter().any(|pointer| is_stepped_from(*pointer))
        {
            return self.drop_strides(alike);
        }
        let node = notes::write(self.emit.context, note)?;
        for pointer in without {
            match pointer.is_instruction() {
                true if is_possible(pointer) => pointer.set_metadata(notes::NAME, node)?,
                false if pointer.is_gep() => self.make_instructions(*pointer, alike, note)?,
                _ => {}
            }
        }
        Ok(())
    }

    /// Removes the notes of pointers from which no step starts, so that they have the type of a pointer to a variable.
    fn drop_strides(&self, alike: &[Value<'m>]) -> Result<()> {
        for pointer in alike.iter().filter(|pointer| pointer.is_gep() || is_choice(**pointer)) {
            if self.places.strided(*pointer).is_some() {
                pointer.drop_metadata(self.module.metadata_kind_id(notes::NAME));
            }
        }
        Ok(())
    }

    /// Replaces a constant chain, where it is chosen or compared, by an instruction, which can have a note.
    fn make_instructions(&mut self, chain: Value<'m>, alike: &[Value<'m>], note: &Note<'m>) -> Result<()> {
        let in_group = |user: &Value<'m>| together(*user).iter().any(|other| *other != chain && alike.contains(other));
        let users: Vec<_> = chain.uses().filter(|user| is_together(*user) && in_group(user)).collect();
        for user in users {
            for (index, before) in places_of(chain, user)? {
                self.emit.builder.position_before(before)?;
                let made = self.kept(chain)?;
                made.set_metadata(notes::NAME, notes::write(self.emit.context, note)?)?;
                match user.is_op(Opcode::Phi) {
                    true => user.set_incoming(index, made),
                    false => user.set_operand(index, made),
                }?;
            }
        }
        Ok(())
    }

    /// Emits a constant chain as an instruction.
    fn kept(&mut self, chain: Value<'m>) -> Result<Value<'m>> {
        let no_chain = || Error::internal("a chain without a base");
        let (base, source) = chain.operand(0).zip(chain.gep_source_type()).ok_or_else(no_chain)?;
        // What starts at an instruction is no constant.
        let start = self.emit.builder.freeze(base)?;
        let indices: Vec<_> = chain.operands().skip(1).collect();
        let made = self.emit.builder.gep(source, start, &indices, false)?;
        made.set_operand(0, base)?;
        start.erase()?;
        Ok(made)
    }
}

/// Returns the pointers that must have the same type because of an instruction.
fn together(inst: Value<'_>) -> Vec<Value<'_>> {
    let is_logical =
        |pointer: &Value<'_>| pointer.ty().is_pointer() && !classes::is_physical(pointer.ty().address_space());
    match is_choice(inst) {
        true if is_logical(&inst) => vec![inst],
        false if is_comparison_call(inst) => inst.call_args().filter(is_logical).collect(),
        _ => Vec::new(),
    }
}

fn is_comparison_call(inst: Value<'_>) -> bool {
    inst.is_op(Opcode::Call) && inst.called_function().is_some_and(is_comparison)
}

fn is_together(user: Value<'_>) -> bool {
    is_choice(user) || is_comparison_call(user)
}

/// Returns the pointers that must have the same type as a given one. Constants do not connect pointers, since each
/// function can have its own instructions for them.
fn alike<'m>(pointer: Value<'m>, seen: &mut FxHashSet<Value<'m>>) -> Vec<Value<'m>> {
    let (mut all, mut work) = (Vec::new(), vec![pointer]);
    while let Some(pointer) = work.pop() {
        if !pointer.is_instruction() {
            all.extend(Some(pointer).filter(|pointer| !all.contains(pointer)));
            continue;
        }
        if !seen.insert(pointer) {
            continue;
        }
        all.push(pointer);
        match pointer.opcode() {
            Some(Opcode::Phi) => work.extend(pointer.operands()),
            Some(Opcode::Select) => work.extend(pointer.operands().skip(1)),
            _ => {}
        }
        for user in pointer.uses() {
            if is_choice(user) {
                work.push(user);
            } else if is_comparison_call(user) {
                work.extend(user.call_args());
            }
        }
    }
    all
}

/// Returns whether a step from one array element to another starts at a pointer.
fn is_stepped_from(pointer: Value<'_>) -> bool {
    let is_step = |user: Value<'_>| {
        let first = user.operand(1).filter(|_| user.is_gep() && user.operand(0) == Some(pointer));
        first.is_some_and(|first| first.int_value() != Some(0) || !first.is_constant())
    };
    pointer.is_instruction() && pointer.uses().any(is_step)
}

/// Returns the indices of the operands of a phi, select or call that are the pointer, each with the instruction in
/// front of which a replacement must be inserted.
fn places_of<'m>(pointer: Value<'m>, user: Value<'m>) -> Result<Vec<(u32, Value<'m>)>> {
    let no_end = || Error::internal("a block without a terminator");
    if user.is_op(Opcode::Phi) {
        let incoming = (0..).zip(user.incoming()).filter(|(_, (value, _))| *value == pointer);
        return incoming.map(|(index, (_, from))| Ok((index, from.terminator().ok_or_else(no_end)?))).collect();
    }
    let operands = (0..).zip(user.operands()).filter(|(_, operand)| *operand == pointer);
    Ok(operands.map(|(index, _)| (index, user)).collect())
}
