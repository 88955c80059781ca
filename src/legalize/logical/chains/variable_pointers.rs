//! Phis and selects of pointers that are valid in SPIR-V (variable pointers, 2.16.1): the pointers become chains to
//! objects of one type.

use super::Rebuild;
use super::address::Address;
use super::apart::accessed;
use super::chosen::is_choice;
use super::places::holds;
use super::pointers::unknown;
use crate::conventions::classes;
use crate::conventions::notes;
use crate::error::{Error, Result};
use crate::llvm::{Opcode, Type, Value};
use crate::state::slots::shaders::Note;
use rustc_hash::FxHashSet;

impl<'m> Rebuild<'_, 'm> {
    /// Sets the pointee of a valid phi or select of pointers whose pointee is unknown, and rewrites the pointers that
    /// it chooses from. Returns whether it did so; if so, the builder has moved.
    pub fn choose_objects(&mut self, choice: Value<'m>, wanted: Type<'m>) -> Result<bool> {
        if !is_choice(choice) || !self.may_be_chosen_at(choice) || self.places.pointee(choice).is_some() {
            return Ok(false);
        }
        let is_stepped = self.is_stepped(choice)?;
        let (mut all, mut steps, mut work) = (vec![choice], Vec::new(), vec![choice]);
        self.places.note(choice, wanted);
        while let Some(choice) = work.pop() {
            for (index, pointer, before) in chosen(choice)? {
                let root = Address::of(self.module.layout(), pointer)?.root;
                if is_choice(pointer) && self.places.pointee(pointer).is_none() {
                    self.places.note(pointer, wanted);
                    all.push(pointer);
                    work.push(pointer);
                } else if is_stepped && is_choice(root) && (all.contains(&root) || self.places.pointee(root).is_none())
                {
                    steps.push((choice, index, pointer, before));
                } else {
                    self.choose_exact(choice, (index, pointer, before), wanted)?;
                }
            }
        }
        if is_stepped {
            self.give_stride(&all, wanted)?;
        }
        for (choice, index, pointer, before) in steps {
            self.choose_exact(choice, (index, pointer, before), wanted)?;
        }
        Ok(true)
    }

    /// Returns whether a phi or select is a valid variable pointer, and all pointers that it chooses from are to
    /// objects of the type that an instruction accesses.
    pub fn is_variable(&mut self, inst: Value<'m>, pointer: Value<'m>) -> Result<bool> {
        let Some(ty) = accessed(inst, pointer).filter(|_| is_choice(pointer) && self.may_be_chosen_at(pointer)) else {
            return Ok(false);
        };
        let (mut seen, mut work) = (FxHashSet::from_iter([pointer]), vec![pointer]);
        while let Some(choice) = work.pop() {
            for (_, pointer, _) in chosen(choice)? {
                if is_choice(pointer) {
                    work.extend(seen.insert(pointer).then_some(pointer));
                } else if !self.places.pointee(pointer).is_some_and(|memory| holds(memory, ty)) {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Rewrites one pointer of a phi or select into a chain to an object of a type.
    fn choose_exact(&mut self, choice: Value<'m>, one: Choice<'m>, wanted: Type<'m>) -> Result<()> {
        let (index, pointer, before) = one;
        if self.is_exact(pointer, wanted)? {
            return Ok(());
        }
        self.begin(before)?;
        let exact = self.exact(pointer, wanted)?.ok_or_else(|| unknown(pointer))?;
        match choice.is_op(Opcode::Phi) {
            true => choice.set_incoming(index, exact),
            false => choice.set_operand(index, exact),
        }
    }

    /// Returns whether a phi or select may choose a pointer at some distance from itself or another such phi or select;
    /// the type of all of them then needs a stride.
    fn is_stepped(&self, choice: Value<'m>) -> Result<bool> {
        if classes::is_physical(choice.ty().address_space()) {
            return Ok(false);
        }
        let nodes = self.nodes(choice)?;
        let is_step =
            |address: &Address<'m>| is_choice(address.root) && (address.offset != 0 || !address.terms.is_empty());
        Ok(nodes.iter().flat_map(|(_, choices)| choices).any(|choice| is_step(&choice.address)))
    }

    /// Adds the stride of the objects to the types of phis and selects, and of the chains that they choose.
    fn give_stride(&mut self, all: &[Value<'m>], wanted: Type<'m>) -> Result<()> {
        let Some(stride) = self.module.layout().abi_size(wanted).and_then(|size| u32::try_from(size).ok()) else {
            return Ok(());
        };
        let mut chains = Vec::new();
        for choice in all {
            let pointers = chosen(*choice)?.into_iter().map(|(_, pointer, _)| pointer);
            chains.extend(pointers.filter(|pointer| pointer.is_gep() && pointer.is_instruction()));
        }
        let known = chains.iter().find(|chain| self.places.pointee(**chain) == Some(wanted));
        let inner = known.and_then(|chain| self.places.note_in_memory(*chain)).unwrap_or(Note::Plain);
        let note = Note::Pointer { pointee: Some(wanted), stride, note: Box::new(inner) };
        let made = notes::write(self.emit.context, &note)?;
        for pointer in all.iter().chain(&chains).filter(|pointer| pointer.metadata(notes::NAME).is_none()) {
            pointer.set_metadata(notes::NAME, made)?;
        }
        Ok(())
    }
}

/// A pointer that may be chosen: the index of the operand, the pointer, and the instruction in front of which a
/// replacement must be inserted.
type Choice<'m> = (u32, Value<'m>, Value<'m>);

/// Returns the pointers that a phi or select chooses from.
fn chosen<'m>(choice: Value<'m>) -> Result<Vec<Choice<'m>>> {
    let no_end = || Error::internal("a block without a terminator");
    if !choice.is_op(Opcode::Phi) {
        return Ok((0..).zip(choice.operands()).skip(1).map(|(index, pointer)| (index, pointer, choice)).collect());
    }
    let incoming = (0..).zip(choice.incoming());
    incoming.map(|(index, (pointer, from))| Ok((index, pointer, from.terminator().ok_or_else(no_end)?))).collect()
}
