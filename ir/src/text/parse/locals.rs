//! Names and numbers of a function's arguments, blocks and results, including those that are mentioned before their definition.

use super::{Map, Named, Parser};
use crate::error::Result;
use crate::instruction::{Opcode, Slot};
use crate::module::{LOCAL, METADATA, NONE, Name};
use crate::text::lex::Token;
use crate::types::TypeKind;

/// The bits that mark a forward reference; the rest is its number among forward references.
const FORWARD: u32 = LOCAL | METADATA;

/// An argument, block or result with a name or a number.
#[derive(Clone, Copy)]
struct Local {
    /// The value; for a block its place in the order of mention.
    value: u32,
    ty: u32,
    at: usize,
    is_defined: bool,
}

/// The locals of the function that is being parsed.
#[derive(Default)]
pub(super) struct Locals<'a> {
    pub(super) is_open: bool,
    names: Named<'a, Local>,
    numbers: Map<u32, Local>,
    /// The lowest number for the next unnamed local.
    next: u32,
    /// The values of forward references, in the order of mention; NONE until they are defined.
    forward: Vec<u32>,
    /// The operand words that are forward references.
    patches: Vec<u32>,
    /// The words of nodes that are forward references.
    node_patches: Vec<u32>,
    /// The numbers of blocks, by order of mention; NONE until they are defined.
    blocks: Vec<u32>,
    /// True if the current instruction has a forward reference.
    has_forward: bool,
    /// True if the function is variadic.
    pub(super) variadic: bool,
}

/// A name or a number of a local.
#[derive(Clone, Copy)]
pub(super) enum Key<'a> {
    Name(crate::text::lex::Raw<'a>),
    Number(u32),
    /// An unnamed local, which gets the next number.
    None,
}

impl<'a> Parser<'a> {
    /// Clears the locals of the previous function.
    pub(super) fn open_locals(&mut self, variadic: bool) {
        let locals = &mut self.locals;
        locals.is_open = true;
        locals.variadic = variadic;
        locals.names.clear();
        locals.numbers.clear();
        locals.next = 0;
        locals.forward.clear();
        locals.patches.clear();
        locals.node_patches.clear();
        locals.blocks.clear();
        locals.has_forward = false;
    }

    fn find_local(&self, key: Key<'a>) -> Option<Local> {
        match key {
            Key::Name(raw) => self.locals.names.get(&*raw.text()).copied(),
            Key::Number(number) => self.locals.numbers.get(&number).copied(),
            Key::None => None,
        }
    }

    fn set_local(&mut self, key: Key<'a>, local: Local) {
        match key {
            Key::Name(raw) => drop(self.locals.names.insert(raw.text(), local)),
            Key::Number(number) => drop(self.locals.numbers.insert(number, local)),
            Key::None => {}
        }
    }

    /// Parses the name or number of a local.
    pub(super) fn local_key(&mut self) -> Result<Key<'a>> {
        let key = match self.token {
            Token::Local(raw) => Key::Name(raw),
            Token::LocalNumber(number) => Key::Number(number),
            _ => return self.fail("expected a value of the function"),
        };
        self.next()?;
        Ok(key)
    }

    /// Parses a local of a type.
    #[inline(always)]
    pub(super) fn local(&mut self, ty: u32) -> Result<u32> {
        let at = self.at;
        let key = self.local_key()?;
        self.local_of(key, ty, at)
    }

    /// The local of a name or number.
    #[inline(always)]
    pub(super) fn local_of(&mut self, key: Key<'a>, ty: u32, at: usize) -> Result<u32> {
        match self.find_local(key) {
            Some(local) if local.ty == ty => {
                self.locals.has_forward |= local.value & FORWARD == FORWARD && ty != self.label;
                Ok(local.value)
            }
            Some(_) => self.fail_at(at, "the value has another type"),
            None => self.mention(key, ty, at),
        }
    }

    /// Adds a forward reference to a local.
    fn mention(&mut self, key: Key<'a>, ty: u32, at: usize) -> Result<u32> {
        if matches!(self.m.types.kind(ty), TypeKind::Void | TypeKind::Function | TypeKind::Metadata | TypeKind::Opaque)
        {
            return self.fail_at(at, "no value has this type");
        }
        let locals = &mut self.locals;
        let value = if ty == self.label {
            locals.blocks.push(NONE);
            locals.blocks.len() as u32 - 1
        } else {
            locals.forward.push(NONE);
            locals.has_forward = true;
            FORWARD | (locals.forward.len() as u32 - 1)
        };
        self.set_local(key, Local { value, ty, at, is_defined: false });
        Ok(value)
    }

    /// Defines the value of a name or number.
    pub(super) fn define_local(&mut self, key: Key<'a>, value: u32, at: usize) -> Result<()> {
        let ty = self.m.type_of(value);
        let key = self.numbered_key(key, at)?;
        if let Some(known) = self.find_local(key) {
            if known.is_defined {
                return self.fail_at(at, "the name is defined twice");
            }
            if known.ty != ty {
                return self.fail_at(at, "the value was used as one of another type before");
            }
            if let Some(slot) = self.locals.forward.get_mut((known.value & !FORWARD) as usize) {
                *slot = value;
            }
        }
        self.name_local(key, value);
        self.set_local(key, Local { value, ty, at, is_defined: true });
        Ok(())
    }

    fn name_local(&mut self, key: Key<'a>, value: u32) {
        if let Key::Name(raw) = key {
            let text = self.m.add_text(&raw.text());
            self.m.local_names.push(Name { of: value & !LOCAL, text });
        }
    }

    /// Returns the key with the next number for an unnamed local; a given number must not be lower than the next one.
    fn numbered_key(&mut self, key: Key<'a>, at: usize) -> Result<Key<'a>> {
        let next = self.locals.next;
        let number = match key {
            Key::Name(raw) if !raw.source().is_empty() => return Ok(key),
            Key::Number(number) if number < next => {
                return self.fail_at(at, format!("expected the number {next} or a greater one"));
            }
            Key::Number(number) => number,
            _ => next,
        };
        match number.checked_add(1) {
            Some(after) => self.locals.next = after,
            None => return self.fail_at(at, "the number is too large"),
        }
        Ok(Key::Number(number))
    }

    /// Parses `label %block`; returns the place of the block in the order of mention.
    pub(super) fn typed_block(&mut self) -> Result<u32> {
        if !self.eat_word("label")? {
            return self.fail("expected `label` and a block");
        }
        self.block()
    }

    /// Parses `%block`.
    pub(super) fn block(&mut self) -> Result<u32> {
        self.local(self.label)
    }

    /// Begins a block, with a label or without.
    pub(super) fn define_block(&mut self) -> Result<()> {
        let at = self.at;
        let key = match self.token {
            Token::Label(raw) => Key::Name(raw),
            Token::LabelNumber(number) => Key::Number(number),
            _ => Key::None,
        };
        if !matches!(key, Key::None) {
            self.next()?;
        }
        let key = self.numbered_key(key, at)?;
        let label = self.label;
        let place = match self.find_local(key) {
            Some(known) if known.is_defined || known.ty != label => {
                return self.fail_at(at, "the name of the block is that of something else");
            }
            Some(known) => known.value,
            None => self.mention(key, label, at)?,
        };
        let number = self.draft.blocks(&self.m);
        if let Some(slot) = self.locals.blocks.get_mut(place as usize) {
            *slot = number;
        }
        if let Key::Name(raw) = key {
            let text = self.m.add_text(&raw.text());
            self.m.block_names.push(Name { of: number, text });
        }
        self.set_local(key, Local { value: place, ty: label, at, is_defined: true });
        Ok(())
    }

    /// Records the forward references among the operands of the instruction that was added last.
    pub(super) fn note_forward(&mut self, opcode: Opcode, start: usize) {
        if !std::mem::take(&mut self.locals.has_forward) {
            return;
        }
        let words = self.m.operands.get(start..).unwrap_or(&[]);
        for (i, word) in words.iter().enumerate() {
            if word & FORWARD == FORWARD && opcode.slot(words, i) == Some(Slot::Value) {
                self.locals.patches.push((start + i) as u32);
            }
        }
    }

    /// Records the forward references among words that are all values.
    pub(super) fn note_forward_values(&mut self, start: usize) {
        let words = self.m.operands.get(start..).unwrap_or(&[]);
        let forward = words.iter().enumerate().filter(|(_, word)| **word & FORWARD == FORWARD);
        self.locals.patches.extend(forward.map(|(i, _)| (start + i) as u32));
    }

    /// Returns whether a value is a forward reference.
    pub(super) fn is_forward(value: u32) -> bool {
        value & FORWARD == FORWARD
    }

    /// Records a word of a node that is a forward reference.
    pub(super) fn note_forward_node(&mut self, word: u32) {
        self.locals.node_patches.push(word);
    }

    /// Resolves all forward references of the function.
    pub(super) fn close_locals(&mut self) -> Result<()> {
        self.locals.is_open = false;
        self.check_locals()?;
        let locals = &self.locals;
        let found = |value: u32| locals.forward.get((value & !FORWARD) as usize).copied().unwrap_or(NONE);
        for &place in &locals.patches {
            if let Some(word) = self.m.operands.get_mut(place as usize) {
                *word = found(*word);
            }
        }
        for &place in &locals.node_patches {
            if let Some(word) = self.m.metadata.words.get_mut(place as usize) {
                *word = found(*word as u32) as u64;
            }
        }
        self.renumber_blocks();
        Ok(())
    }

    fn check_locals(&self) -> Result<()> {
        let all = self.locals.names.values().chain(self.locals.numbers.values());
        let missing = all.filter(|local| !local.is_defined).map(|local| local.at).min();
        match missing {
            Some(at) => self.fail_at(at, "there is no such value or block in the function"),
            None => Ok(()),
        }
    }

    /// Replaces places of blocks in the order of mention by block numbers.
    fn renumber_blocks(&mut self) {
        let blocks = &self.locals.blocks;
        if (0..).zip(blocks).all(|(i, number): (u32, _)| i == *number) {
            return;
        }
        let instructions = self.m.instructions.get(self.draft.first_instruction() as usize..).unwrap_or(&[]);
        for row in instructions.iter().filter(|row| row.opcode.is_terminator() || row.opcode == Opcode::Phi) {
            let range = row.operands as usize..(row.operands + row.count) as usize;
            let Some(words) = self.m.operands.get_mut(range) else { continue };
            for i in 0..words.len() {
                if row.opcode.slot(words, i) == Some(Slot::Block)
                    && let Some(word) = words.get_mut(i)
                {
                    *word = blocks.get(*word as usize).copied().unwrap_or(0);
                }
            }
        }
    }

    /// The number of a block by its place in the order of mention.
    pub(super) fn block_number(&self, place: u32) -> u32 {
        self.locals.blocks.get(place as usize).copied().unwrap_or(NONE)
    }
}
