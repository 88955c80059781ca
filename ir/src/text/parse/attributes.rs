//! Parses attributes, in place and in groups. The attributes of groups are added to lists at the end, when all groups are known.

use super::{Map, Parser};
use crate::attributes::old::{ALL_MEMORY, OLD_MEMORY, UW_TABLE_ASYNC};
use crate::attributes::{Attribute, AttributeKind, FUNCTION, Form, SetId};
use crate::error::Result;
use crate::text::lex::Token;

/// The owner of the attributes that are parsed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Owner {
    Function,
    Group,
    Result,
    Parameter,
}

/// A list of attributes whose groups are not yet resolved: sets by owner, the function's own set, and the groups.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Raw {
    sets: Vec<(u32, SetId)>,
    own: Option<SetId>,
    groups: Vec<u32>,
}

/// The attribute groups, and the lists that refer to them.
#[derive(Default)]
pub(super) struct Groups {
    defined: Map<u32, Vec<Attribute>>,
    known: Map<Raw, u32>,
    /// Lists that have groups: the number, the function's own set, and the groups.
    waiting: Vec<(u32, Option<SetId>, Vec<u32>)>,
    /// The alignments that groups give functions, by list.
    aligns: Map<u32, u32>,
}

impl Parser<'_> {
    /// Parses attributes in place, and adds them as a set to a list.
    pub(super) fn set_of(&mut self, owner: Owner, number: u32, sets: &mut Vec<(u32, SetId)>) -> Result<()> {
        let attributes = self.attributes(owner, &mut Vec::new())?;
        if !attributes.is_empty() {
            sets.push((number, self.intern_set(attributes)));
        }
        Ok(())
    }

    /// Interns a set of attributes, in which a later attribute replaces an earlier one of the same kind.
    fn intern_set(&mut self, mut attributes: Vec<Attribute>) -> SetId {
        attributes.reverse();
        let mut texts = Vec::new();
        attributes.retain(|attribute| match attribute {
            Attribute::Text(key, _) => {
                let is_new = !texts.contains(key);
                texts.push(*key);
                is_new
            }
            _ => true,
        });
        self.m.intern_attributes(attributes)
    }

    /// Parses the attributes of a function or a call, and references to groups.
    pub(super) fn function_attributes(&mut self) -> Result<(Vec<Attribute>, Vec<u32>)> {
        let mut groups = Vec::new();
        let own = self.attributes(Owner::Function, &mut groups)?;
        Ok((own, groups))
    }

    /// Parses attributes up to the first other token.
    fn attributes(&mut self, owner: Owner, groups: &mut Vec<u32>) -> Result<Vec<Attribute>> {
        let mut list = Vec::new();
        let mut memory = ALL_MEMORY;
        loop {
            match self.token {
                Token::Text(_) => {
                    let attribute = self.text_attribute()?;
                    list.push(attribute);
                }
                Token::Group(number) if owner == Owner::Function => {
                    groups.push(number);
                    self.next()?;
                }
                Token::Word(word) => {
                    if !self.word_attribute(owner, word, &mut list, &mut memory)? {
                        break;
                    }
                }
                _ => break,
            }
        }
        if memory != ALL_MEMORY
            && let Some(kind) = AttributeKind::named("memory")
        {
            list.push(Attribute::Number(kind, memory));
        }
        Ok(list)
    }

    /// Parses `"key"="value"`.
    fn text_attribute(&mut self) -> Result<Attribute> {
        let key = self.raw_text()?;
        let key = self.intern_text(key);
        let mut value = None;
        if self.eat(b'=')? {
            let raw = self.raw_text()?;
            value = Some(self.intern_text(raw)).filter(|text| !text.is_empty());
        }
        Ok(Attribute::Text(key, value))
    }

    /// Parses an attribute with a syntax of its own; returns whether it is one.
    fn word_attribute(
        &mut self,
        owner: Owner,
        word: &[u8],
        list: &mut Vec<Attribute>,
        memory: &mut u64,
    ) -> Result<bool> {
        let is_function = matches!(owner, Owner::Function | Owner::Group);
        if is_function && let Some((.., left)) = OLD_MEMORY.iter().find(|row| row.1.as_bytes() == word) {
            *memory &= left;
            self.next()?;
            return Ok(true);
        }
        if word == b"nocapture" && !is_function {
            list.extend(AttributeKind::named("captures").map(|kind| Attribute::Number(kind, 0)));
            self.next()?;
            return Ok(true);
        }
        let Some(&kind) = self.attribute_kinds.get(word) else { return Ok(false) };
        let at = self.at;
        if !kind.applies_to(is_function, owner == Owner::Result) {
            return self.fail_at(at, format!("`{}` is no attribute of this", kind.name()));
        }
        if kind.form() == Form::Align && owner != Owner::Group {
            let align = self.align(true)?;
            list.push(Attribute::Number(kind, 1 << (align - 1)));
            return Ok(true);
        }
        self.next()?;
        let attribute = self.value_of_attribute(kind, owner == Owner::Group)?;
        list.push(attribute);
        Ok(true)
    }

    fn value_of_attribute(&mut self, kind: AttributeKind, in_group: bool) -> Result<Attribute> {
        let number = match kind.form() {
            Form::Flag => return Ok(Attribute::Flag(kind)),
            Form::Type => return self.type_attribute(kind),
            Form::Range => return self.range_attribute(kind),
            Form::Ranges => return self.ranges_attribute(kind),
            Form::Align | Form::StackAlign if in_group => {
                self.need(b'=')?;
                self.number()?
            }
            Form::Bytes if in_group && self.eat(b'=')? => self.number()?,
            Form::Align => 1 << (self.in_parentheses(Self::align_number)? - 1),
            Form::StackAlign => self.in_parentheses(Self::power_of_two)?,
            Form::Bytes => self.in_parentheses(Self::bytes)?,
            Form::UwTable => self.uw_table()?,
            Form::AllocKind => self.in_parentheses(Self::alloc_kind)?,
            Form::AllocSize => self.in_parentheses(|parser| parser.two_numbers(Some(u32::MAX)))?,
            Form::VscaleRange => self.in_parentheses(|parser| parser.two_numbers(None))?,
            Form::Captures => self.in_parentheses(Self::captures)?,
            Form::Memory => self.in_parentheses(Self::memory_effects)?,
            Form::FpClass => self.in_parentheses(Self::fp_classes)?,
        };
        Ok(Attribute::Number(kind, number))
    }

    /// Parses the type of an attribute such as `byval(T)`.
    fn type_attribute(&mut self, kind: AttributeKind) -> Result<Attribute> {
        if !self.is_mark(b'(') {
            return self.fail("expected `(` and a type");
        }
        let ty = self.in_parentheses(Self::ty)?;
        Ok(Attribute::Type(kind, Some(ty)))
    }

    fn power_of_two(&mut self) -> Result<u64> {
        let at = self.at;
        match self.number::<u32>()? {
            number if number.is_power_of_two() => Ok(number as u64),
            _ => self.fail_at(at, "an alignment is a power of two"),
        }
    }

    fn bytes(&mut self) -> Result<u64> {
        let at = self.at;
        match self.number()? {
            0 => self.fail_at(at, "expected a number that is not zero"),
            number => Ok(number),
        }
    }

    fn uw_table(&mut self) -> Result<u64> {
        if !self.is_mark(b'(') {
            return Ok(UW_TABLE_ASYNC);
        }
        self.in_parentheses(|parser| match parser.eat_one_of(&["", "sync", "async"])? {
            Some(kind) => Ok(kind as u64),
            None => parser.fail("expected `sync` or `async`"),
        })
    }

    /// Parses one or two numbers, and packs them into a word with the first in the upper half.
    fn two_numbers(&mut self, missing: Option<u32>) -> Result<u64> {
        let first: u32 = self.number()?;
        let second = if self.eat(b',')? { self.number()? } else { missing.unwrap_or(first) };
        if missing.is_some() && first == second {
            return self.fail("expected another parameter");
        }
        Ok((first as u64) << 32 | second as u64)
    }

    /// Parses `attributes #5 = { ... }`.
    pub(super) fn attribute_group(&mut self) -> Result<()> {
        let at = self.at;
        self.next()?;
        let Token::Group(number) = self.token else { return self.fail("expected the number of a group") };
        self.next()?;
        self.need(b'=')?;
        self.need(b'{')?;
        let list = self.attributes(Owner::Group, &mut Vec::new())?;
        self.need(b'}')?;
        if list.is_empty() {
            return self.fail_at(at, "a group must have an attribute");
        }
        self.groups.defined.insert(number, list);
        Ok(())
    }

    /// Returns the number of a list of attributes, plus one; zero is none.
    pub(super) fn attribute_list(&mut self, sets: Vec<(u32, SetId)>, own: Vec<Attribute>, groups: Vec<u32>) -> u32 {
        if sets.is_empty() && own.is_empty() && groups.is_empty() {
            return 0;
        }
        let own = if own.is_empty() { None } else { Some(self.intern_set(own)) };
        let raw = Raw { sets, own, groups };
        if let Some(&list) = self.groups.known.get(&raw) {
            return list;
        }
        let mut sets = raw.sets.clone();
        if raw.groups.is_empty() {
            sets.extend(own.map(|set| (FUNCTION, set)));
        }
        self.m.attributes.lists.push(sets.into());
        let list = self.m.attributes.lists.len() as u32;
        if !raw.groups.is_empty() {
            self.groups.waiting.push((list, own, raw.groups.clone()));
        }
        self.groups.known.insert(raw, list);
        list
    }

    /// Adds the attributes of groups to the lists that refer to them; an alignment in a group becomes the function's.
    pub(super) fn close_groups(&mut self) {
        for (list, own, groups) in std::mem::take(&mut self.groups.waiting) {
            let mut all: Vec<Attribute> = own.map(|set| self.m.attributes.set(set).to_vec()).unwrap_or_default();
            for group in groups {
                all.extend(self.groups.defined.get(&group).into_iter().flatten().cloned());
            }
            let align = take_align(&mut all);
            self.groups.aligns.extend(align.map(|align| (list, align)));
            if all.is_empty() {
                continue;
            }
            let set = self.intern_set(all);
            if let Some(list) = self.m.attributes.lists.get_mut(list as usize - 1) {
                let mut sets = std::mem::take(list).into_vec();
                sets.push((FUNCTION, set));
                *list = sets.into();
            }
        }
        for global in &mut self.m.globals {
            if let Some(&align) = self.groups.aligns.get(&global.attributes) {
                global.align = align;
            }
        }
    }
}

/// Removes the alignment from a function's attributes, and returns it: the exponent, plus one.
pub(super) fn take_align(list: &mut Vec<Attribute>) -> Option<u32> {
    let is_align = |a: &Attribute| a.kind().is_some_and(|kind| kind.form() == Form::Align);
    let found = list.iter().rev().find(|a| is_align(a)).cloned();
    list.retain(|a| !is_align(a));
    match found {
        Some(Attribute::Number(_, number)) => Some(number.trailing_zeros() + 1),
        _ => None,
    }
}
