//! Parses variables, aliases and ifuncs, and keeps track of globals that are mentioned before their definition.

use std::collections::HashSet;

use rustc_hash::FxBuildHasher;

use super::header::Head;
use super::{Map, Named, Parser};
use crate::constants::{Constant, ConstantKind};
use crate::error::Result;
use crate::global::{CODE_MODELS, Global, GlobalKind, Linkage, SANITIZERS, THREADS};
use crate::make::plain;
use crate::module::{Attachment, NONE};
use crate::text::lex::{Raw, Token};
use crate::types::TypeKind;

/// A global with a name or a number, defined or only mentioned.
#[derive(Clone, Copy)]
pub(super) struct Known {
    pub(super) value: u32,
    pub(super) at: usize,
    pub(super) is_defined: bool,
}

/// The globals by name and by number.
#[derive(Default)]
pub(super) struct Globals<'a> {
    pub(super) names: Named<'a, Known>,
    pub(super) numbers: Map<u32, Known>,
    /// The lowest number for the next unnamed global.
    pub(super) next: u32,
    /// The values that are mentioned and not yet defined.
    waiting: HashSet<u32, FxBuildHasher>,
    /// Undefined callees with the function type of the call, each pair once, in the order of the calls.
    pub(super) calls: Vec<(u32, u32)>,
    known_calls: HashSet<(u32, u32), FxBuildHasher>,
}

/// The name or the number of a global.
#[derive(Clone, Copy)]
pub(super) enum GlobalKey<'a> {
    Name(Raw<'a>),
    Number(u32),
}

impl<'a> Parser<'a> {
    pub(super) fn global_key(&mut self) -> Result<GlobalKey<'a>> {
        let key = match self.token {
            Token::Global(raw) => GlobalKey::Name(raw),
            Token::GlobalNumber(number) => GlobalKey::Number(number),
            _ => return self.fail("expected the name of a global"),
        };
        self.next()?;
        Ok(key)
    }

    pub(super) fn find_global(&mut self, key: GlobalKey<'a>) -> Option<&mut Known> {
        match key {
            GlobalKey::Name(raw) => self.globals.names.get_mut(&*raw.text()),
            GlobalKey::Number(number) => self.globals.numbers.get_mut(&number),
        }
    }

    fn set_global(&mut self, key: GlobalKey<'a>, known: Known) {
        match key {
            GlobalKey::Name(raw) => drop(self.globals.names.insert(raw.text(), known)),
            GlobalKey::Number(number) => drop(self.globals.numbers.insert(number, known)),
        }
    }

    /// Parses a global as a value of a type.
    #[inline(always)]
    pub(super) fn global(&mut self, ty: u32) -> Result<u32> {
        let at = self.at;
        let key = self.global_key()?;
        if let Some(known) = self.find_global(key) {
            let value = known.value;
            if ty != NONE && self.m.type_of(value) != ty {
                return self.fail_at(at, "the global is of another address space, or no pointer is wanted here");
            }
            return Ok(value);
        }
        let ty = if ty == NONE { self.pointer_in(0) } else { ty };
        if self.m.types.kind(ty) != TypeKind::Pointer {
            return self.fail_at(at, "a global is a pointer");
        }
        let value = self.new_global_value(NONE, ty);
        self.globals.waiting.insert(value);
        self.set_global(key, Known { value, at, is_defined: false });
        Ok(value)
    }

    fn new_global_value(&mut self, number: u32, ty: u32) -> u32 {
        let constant = Constant { data: number as u64, ..plain(ConstantKind::Global, ty) };
        self.m.constants.rows.push(constant);
        self.m.constants.rows.len() as u32 - 1
    }

    /// Records the call of a global that is not yet defined.
    pub(super) fn note_call(&mut self, value: u32, ty: u32) {
        let globals = &mut self.globals;
        if globals.waiting.contains(&value) && globals.known_calls.insert((value, ty)) {
            globals.calls.push((value, ty));
        }
    }

    /// The key that a definition has: a name that is empty is the next number.
    pub(super) fn defined_key(&mut self, key: GlobalKey<'a>, at: usize) -> Result<GlobalKey<'a>> {
        let next = self.globals.next;
        let number = match key {
            GlobalKey::Name(raw) if !raw.source().is_empty() => return Ok(key),
            GlobalKey::Number(number) if number < next => {
                return self.fail_at(at, format!("expected the number {next} or a greater one"));
            }
            GlobalKey::Number(number) => number,
            GlobalKey::Name(_) => next,
        };
        match number.checked_add(1) {
            Some(after) => self.globals.next = after,
            None => return self.fail_at(at, "the number is too large"),
        }
        Ok(GlobalKey::Number(number))
    }

    /// Adds a global that has this name or number.
    pub(super) fn define_global(&mut self, key: GlobalKey<'a>, mut global: Global, at: usize) -> Result<()> {
        let key = self.defined_key(key, at)?;
        let number = self.m.globals.len() as u32;
        let ty = self.pointer_in(global.space);
        let (value, is_defined) = match self.find_global(key) {
            Some(known) => (known.value, known.is_defined),
            None => (self.new_global_value(number, ty), false),
        };
        if is_defined {
            return self.fail_at(at, "the global is defined twice");
        }
        match self.m.constants.rows.get_mut(value as usize) {
            Some(row) if row.ty == ty => row.data = number as u64,
            _ => return self.fail_at(at, "the global was used as one of another address space before"),
        }
        self.globals.waiting.remove(&value);
        self.set_global(key, Known { value, at, is_defined: true });
        global.value = value;
        if let GlobalKey::Name(raw) = key {
            global.name = self.m.add_text(&raw.text());
        }
        self.m.globals.push(global);
        Ok(())
    }

    /// Parses `@name = ...`.
    pub(super) fn global_definition(&mut self) -> Result<()> {
        let at = self.at;
        let key = self.global_key()?;
        if let GlobalKey::Number(number) = key
            && number < self.globals.next
        {
            return self.fail_at(at, format!("expected the number {} or a greater one", self.globals.next));
        }
        self.need(b'=')?;
        let mut head = self.head()?;
        head.threads = self.threads()?;
        head.unnamed_addr = self.unnamed_addr()?;
        head.check(self, at)?;
        match self.eat_one_of(&["alias", "ifunc"])? {
            Some(0) => self.indirect(key, GlobalKind::Alias, &head, at),
            Some(_) => self.indirect(key, GlobalKind::IFunc, &head, at),
            None => self.variable(key, &head, at),
        }
    }

    fn threads(&mut self) -> Result<u8> {
        if !self.eat_word("thread_local")? {
            return Ok(0);
        }
        if !self.eat(b'(')? {
            return Ok(1);
        }
        let word = |full: &'static str| full.split(['(', ')']).nth(1).unwrap_or("");
        let Some(model) = self.eat_one_of(&THREADS.map(word))? else {
            return self.fail("expected `localdynamic`, `initialexec` or `localexec`");
        };
        self.need(b')')?;
        Ok(model as u8)
    }

    fn variable(&mut self, key: GlobalKey<'a>, head: &Head, at: usize) -> Result<()> {
        let mut global = head.global(GlobalKind::Variable);
        global.space = self.space(0)?;
        global.externally_initialized = self.eat_word("externally_initialized")?;
        global.is_constant = match self.eat_one_of(&["global", "constant"])? {
            Some(kind) => kind == 1,
            None => return self.fail("expected `global` or `constant`"),
        };
        let ty_at = self.at;
        global.ty = self.ty()?;
        let kind = self.m.types.kind(global.ty);
        let is_declaration = head.has_linkage && matches!(head.linkage, Linkage::External | Linkage::ExternalWeak);
        if !is_declaration {
            global.init = self.constant(global.ty)? + 1;
        }
        if matches!(
            kind,
            TypeKind::Function | TypeKind::Label | TypeKind::Metadata | TypeKind::Token | TypeKind::X86Amx
        ) {
            return self.fail_at(ty_at, "no variable has this type");
        }
        let number = self.m.globals.len() as u32;
        let name = match key {
            GlobalKey::Name(raw) => Some(raw),
            GlobalKey::Number(_) => None,
        };
        let mut attached = Vec::new();
        while self.eat(b',')? {
            self.property(&mut global, name, number, &mut attached)?;
        }
        let (own, groups) = self.function_attributes()?;
        global.attributes = self.attribute_list(Vec::new(), own, groups);
        self.m.global_attachments.extend(attached);
        self.define_global(key, global, at)
    }

    /// Parses a property of a variable, after a comma.
    fn property(
        &mut self,
        global: &mut Global,
        name: Option<Raw<'a>>,
        number: u32,
        attached: &mut Vec<Attachment>,
    ) -> Result<()> {
        let Token::Word(word) = self.token else {
            let (kind, node) = self.attachment()?;
            attached.push(Attachment { to: number, kind, node });
            return Ok(());
        };
        match word {
            b"section" => global.section = self.text_after("section")?,
            b"partition" => global.partition = self.text_after("partition")?,
            b"align" => global.align = self.align(false)?,
            b"comdat" => global.comdat = self.comdat_of(name)?,
            b"code_model" => global.code_model = self.code_model()?,
            _ => match SANITIZERS.iter().find(|row| row.1.as_bytes() == word) {
                Some((bit, _)) => {
                    global.sanitizers |= bit;
                    self.next()?;
                }
                None => return self.fail("there is no such property of a variable"),
            },
        }
        Ok(())
    }

    fn code_model(&mut self) -> Result<u32> {
        self.next()?;
        let at = self.at;
        let raw = self.raw_text()?;
        match CODE_MODELS.iter().position(|model| model.as_bytes() == &*raw.text()) {
            Some(model) => Ok(model as u32 + 1),
            None => self.fail_at(at, "there is no such code model"),
        }
    }

    /// Parses an alias or an ifunc.
    fn indirect(&mut self, key: GlobalKey<'a>, kind: GlobalKind, head: &Head, at: usize) -> Result<()> {
        let mut global = head.global(kind);
        if kind == GlobalKind::Alias
            && matches!(head.linkage, Linkage::Appending | Linkage::Common | Linkage::ExternalWeak)
        {
            return self.fail_at(at, "an alias does not have this linkage");
        }
        global.ty = self.ty()?;
        self.need(b',')?;
        let value_at = self.at;
        // A constant expression has no type in front of it.
        let is_expression =
            matches!(self.token, Token::Word(b"bitcast" | b"getelementptr" | b"addrspacecast" | b"inttoptr"));
        let value = if is_expression { self.constant(NONE)? } else { self.typed_constant()? };
        let row = self.m.types.get(self.m.type_of(value)).copied();
        let Some(row) = row.filter(|row| row.kind == TypeKind::Pointer) else {
            return self.fail_at(value_at, "an alias or ifunc stands for a pointer");
        };
        global.space = row.number as u32;
        global.init = value + 1;
        let number = self.m.globals.len() as u32;
        while self.eat(b',')? {
            if self.is_word("partition") {
                global.partition = self.text_after("partition")?;
            } else if kind == GlobalKind::IFunc && matches!(self.token, Token::Metadata(_)) {
                let (kind, node) = self.attachment()?;
                self.m.global_attachments.push(Attachment { to: number, kind, node });
            } else {
                return self.fail("there is no such property of an alias or ifunc");
            }
        }
        self.define_global(key, global, at)
    }
}
