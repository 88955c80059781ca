//! Attributes of functions, variables and calls: reads, adds and removes them.
//!
//! A set belongs to an owner: [`FUNCTION`], [`RESULT`], or [`FIRST_PARAMETER`] and on; that of a variable belongs to `FUNCTION`. Sets
//! and lists of sets are interned, so that a change replaces the number of the list.

use crate::sorting::Sorting;
use std::collections::HashMap;

use rustc_hash::FxBuildHasher;

use super::{Draft, Result, Type, Value, need};
use crate::attributes::{Attribute, AttributeKind, Attributes, FIRST_PARAMETER, FUNCTION, RESULT, SetId};
use crate::global::GlobalKind;
use crate::instruction::Opcode;
use crate::module::Text;

type List = Box<[(u32, SetId)]>;

/// The interned texts of attributes and lists of sets, by content; the counters say how many sets and lists were indexed.
#[derive(Default)]
pub(super) struct Known {
    texts: HashMap<Box<[u8]>, Text, FxBuildHasher>,
    sets_seen: SetId,
    lists: HashMap<List, u32, FxBuildHasher>,
    lists_seen: usize,
    /// The lists with an attribute added for an owner, by the list before.
    added: HashMap<(u32, u32, Attribute), u32, FxBuildHasher>,
}

impl Known {
    fn note_texts(&mut self, draft: &Draft, attributes: &Attributes) {
        for set in self.sets_seen..attributes.sets() as SetId {
            for attribute in attributes.set(set) {
                let Attribute::Text(key, value) = attribute else { continue };
                for text in [Some(*key), *value].into_iter().flatten() {
                    self.texts.entry(draft.texts.get(text).into()).or_insert(text);
                }
            }
        }
        self.sets_seen = attributes.sets() as SetId;
    }

    /// Returns the number of a list, plus one; zero for an empty one.
    fn list(&mut self, attributes: &mut Attributes, list: List) -> u32 {
        if list.is_empty() {
            return 0;
        }
        for (i, list) in attributes.lists.iter().enumerate().skip(self.lists_seen) {
            self.lists.entry(list.clone()).or_insert(i as u32 + 1);
        }
        let number = *self.lists.entry(list.clone()).or_insert_with(|| {
            attributes.lists.push(list);
            attributes.lists.len() as u32
        });
        self.lists_seen = attributes.lists.len();
        number
    }
}

impl Draft {
    /// Interns the text of an attribute.
    fn attribute_text(&self, bytes: &[u8]) -> Text {
        let mut known = self.known_attributes.borrow_mut();
        known.note_texts(self, &self.attributes.borrow());
        if let Some(text) = known.texts.get(bytes) {
            return *text;
        }
        let text = self.texts.add(bytes);
        known.texts.insert(bytes.into(), text);
        text
    }

    /// Returns the list (its number, plus one; zero is none) with changed attributes for an owner.
    fn changed_list(&self, list: u32, owner: u32, change: impl FnOnce(&mut Vec<Attribute>)) -> u32 {
        let mut attributes = self.attributes.borrow_mut();
        let old = attributes.of(list, owner);
        let mut set = old.map_or(Vec::new(), |set| attributes.set(set).to_vec());
        change(&mut set);
        let mut sets: Vec<(u32, SetId)> =
            attributes.list(list).iter().filter(|(whose, _)| *whose != owner).copied().collect();
        if !set.is_empty() {
            sets.push((owner, attributes.intern_set(set, |text| self.texts.get(text))));
        }
        // In LLVM's order: the function, the result, the parameters.
        sets.arrange_by_key(|(owner, _)| owner.wrapping_add(1));
        self.known_attributes.borrow_mut().list(&mut attributes, sets.into())
    }

    /// Returns the number of the list (plus one) with these sets; sets of the same owner are merged.
    pub(super) fn list_of(&self, sets: Vec<(u32, Vec<Attribute>)>) -> u32 {
        sets.into_iter().fold(0, |list, (owner, set)| self.changed_list(list, owner, |all| all.extend(set)))
    }
}

/// Removes the attributes of the same kind or key as another.
fn take_out(set: &mut Vec<Attribute>, other: &Attribute) {
    set.retain(|one| match (one, other) {
        (Attribute::Text(one, _), Attribute::Text(other, _)) => one != other,
        _ => one.kind().is_none() || one.kind() != other.kind(),
    });
}

impl<'d> Value<'d> {
    /// Returns the number of the attribute list, plus one; `None` for a value without attributes, which is neither a global nor a call.
    fn attribute_list(self) -> Option<u32> {
        match self.row() {
            Some(row) => row.opcode.is_call().then(|| self.draft.operands.get(row.operands)),
            None => self.with_global(|global| {
                let has_list = matches!(global.kind, GlobalKind::Function | GlobalKind::Variable);
                has_list.then_some(global.attributes)
            })?,
        }
    }

    fn set_attribute_list(self, list: u32) {
        if let Some(instruction) = self.instruction() {
            self.draft.set_word(instruction, 0, list);
        } else if let Some(number) = self.global_number()
            && let Some(global) = self.draft.globals.borrow_mut().get_mut(number as usize)
        {
            global.attributes = list;
        }
    }

    /// Returns the number of parameters of a function, of arguments of a call.
    fn owners(self) -> u32 {
        match self.row() {
            Some(row) if row.opcode == Opcode::CallBr => {
                let others = self.draft.operands.get(row.operands + 4);
                row.count.saturating_sub(row.opcode.first_argument() as u32).saturating_sub(others)
            }
            Some(row) => row.count.saturating_sub(row.opcode.first_argument() as u32),
            None => self.function().map_or(0, |function| {
                self.draft.types.borrow().parts(function.ty().number).len().saturating_sub(1) as u32
            }),
        }
    }

    /// Returns the attributes that a function, a variable or a call itself has for an owner, in the order of assembly.
    pub fn attributes(self, owner: u32) -> Vec<Attribute> {
        let attributes = self.draft.attributes.borrow();
        let set = self.attribute_list().and_then(|list| attributes.of(list, owner));
        set.map_or(Vec::new(), |set| attributes.set(set).to_vec())
    }

    /// True for a function, a variable or a call that has an attribute for an owner.
    pub fn has_attributes(self, owner: u32) -> bool {
        let attributes = self.draft.attributes.borrow();
        self.attribute_list().and_then(|list| attributes.of(list, owner)).is_some()
    }

    /// Returns the attribute of a kind.
    pub fn attribute(self, owner: u32, kind: AttributeKind) -> Option<Attribute> {
        let attributes = self.draft.attributes.borrow();
        let set = attributes.set(attributes.of(self.attribute_list()?, owner)?);
        set.iter().find(|attribute| attribute.kind() == Some(kind)).cloned()
    }

    /// Returns the value of the attribute with a key, which is empty for a key alone.
    pub fn text_attribute(self, owner: u32, key: &[u8]) -> Option<&'d [u8]> {
        let (draft, attributes) = (self.draft, self.draft.attributes.borrow());
        let set = attributes.set(attributes.of(self.attribute_list()?, owner)?);
        set.iter().find_map(|attribute| match attribute {
            Attribute::Text(one, value) if draft.texts.get(*one) == key => {
                Some(value.map_or(&[][..], |value| draft.texts.get(value)))
            }
            _ => None,
        })
    }

    /// Adds an attribute, replacing another of its kind.
    ///
    /// # Errors
    /// A value that cannot have attributes, a parameter that does not exist.
    pub fn add_attribute(self, owner: u32, attribute: Attribute) -> Result<()> {
        let Some(list) = self.attribute_list() else {
            return need(false, "attributes are those of functions, variables and calls");
        };
        let exists = owner == FUNCTION || owner == RESULT || owner - FIRST_PARAMETER < self.owners();
        need(exists, "there is no such parameter")?;
        let key = (list, owner, attribute);
        let known = self.draft.known_attributes.borrow().added.get(&key).copied();
        let changed = known.unwrap_or_else(|| {
            let changed = self.draft.changed_list(list, owner, |set| {
                take_out(set, &key.2);
                set.push(key.2.clone());
            });
            self.draft.known_attributes.borrow_mut().added.insert(key, changed);
            changed
        });
        self.set_attribute_list(changed);
        Ok(())
    }

    /// Adds an attribute of a key and a value, which may be empty.
    ///
    /// # Errors
    /// As [`add_attribute`](Self::add_attribute).
    pub fn add_text_attribute(self, owner: u32, key: &[u8], value: &[u8]) -> Result<()> {
        let key = self.draft.attribute_text(key);
        let value = (!value.is_empty()).then(|| self.draft.attribute_text(value));
        self.add_attribute(owner, Attribute::Text(key, value))
    }

    /// Removes the attribute of a kind, if there is one.
    pub fn remove_attribute(self, owner: u32, kind: AttributeKind) {
        if let Some(list) = self.attribute_list()
            && self.attribute(owner, kind).is_some()
        {
            let changed = self.draft.changed_list(list, owner, |set| set.retain(|one| one.kind() != Some(kind)));
            self.set_attribute_list(changed);
        }
    }

    /// Returns all sets of attributes of a function, a variable or a call itself, by owner.
    pub fn attribute_sets(self) -> Vec<(u32, Vec<Attribute>)> {
        let attributes = self.draft.attributes.borrow();
        let list = attributes.list(self.attribute_list().unwrap_or(0));
        list.iter().map(|(owner, set)| (*owner, attributes.set(*set).to_vec())).collect()
    }

    /// Replaces all attributes of a function, a variable or a call, by owner.
    ///
    /// # Errors
    /// A value that cannot have attributes.
    pub fn set_attribute_sets(self, sets: Vec<(u32, Vec<Attribute>)>) -> Result<()> {
        need(self.attribute_list().is_some(), "attributes are those of functions, variables and calls")?;
        self.set_attribute_list(self.draft.list_of(sets));
        Ok(())
    }
}

impl Type<'_> {
    /// True for the type of a parameter or a result that an attribute may be of.
    pub fn takes_attribute(self, kind: AttributeKind) -> bool {
        crate::verify::misfits(&self.draft.types.borrow(), self.number) & kind.bit() == 0
    }
}
