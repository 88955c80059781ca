//! Parses functions.

use super::Parser;
use super::attributes::{Owner, take_align};
use super::globals::GlobalKey;
use super::locals::Key;
use crate::attributes::{FIRST_PARAMETER, RESULT, SetId};
use crate::body::BodyWriter;
use crate::error::Result;
use crate::global::{Global, GlobalKind, Linkage};
use crate::module::{Attachment, LOCAL, NONE, Parameters};
use crate::text::lex::Token;
use crate::types::TypeKind;

/// The name of a parameter, and its place in the text.
type Parameter<'a> = (Key<'a>, usize);

impl<'a> Parser<'a> {
    /// Parses `declare !kind !5 ... @f(...)`.
    pub(super) fn declaration(&mut self) -> Result<()> {
        self.next()?;
        let mut attached = Vec::new();
        let number = self.m.globals.len() as u32;
        while matches!(self.token, Token::Metadata(_)) {
            let (kind, node) = self.attachment()?;
            attached.push(Attachment { to: number, kind, node });
        }
        let parameters = self.function_header(false)?;
        self.declared_parameters(number, &parameters)?;
        self.m.global_attachments.extend(attached);
        Ok(())
    }

    /// Parses `define ... @f(...) { ... }`.
    pub(super) fn definition(&mut self) -> Result<()> {
        self.next()?;
        let number = self.m.globals.len();
        let parameters = self.function_header(true)?;
        while matches!(self.token, Token::Metadata(_)) {
            let (kind, node) = self.attachment()?;
            self.m.global_attachments.push(Attachment { to: number as u32, kind, node });
        }
        self.body(number, &parameters)
    }

    /// Stores the parameter names of a declaration, which are neither printed nor written.
    fn declared_parameters(&mut self, function: u32, parameters: &[Parameter<'a>]) -> Result<()> {
        if !parameters.iter().any(|(key, _)| matches!(key, Key::Name(_))) {
            return Ok(());
        }
        let ty = self.m.globals.get(function as usize).map_or(NONE, |global| global.ty);
        let first = self.m.add_parameters(ty);
        self.m.parameters.push(Parameters { function, first });
        self.open_locals(false);
        for (local, &(key, at)) in (first..).zip(parameters) {
            self.define_local(key, LOCAL | local, at)?;
        }
        self.locals.is_open = false;
        Ok(())
    }

    /// Returns the result type of the function that is being parsed.
    pub(super) fn result_type(&self) -> u32 {
        let ty = self.m.globals.last().map_or(NONE, |global| global.ty);
        self.m.types.parts(ty).first().copied().unwrap_or(NONE)
    }

    fn body(&mut self, number: usize, parameters: &[Parameter<'a>]) -> Result<()> {
        self.need(b'{')?;
        let ty = self.m.globals.get(number).map_or(NONE, |global| global.ty);
        self.open_locals(self.m.types.get(ty).is_some_and(|row| row.number != 0));
        self.draft = BodyWriter::begin(&mut self.m, ty);
        let first = self.draft.first_local();
        for (i, &(key, at)) in (first..).zip(parameters) {
            self.define_local(key, LOCAL | i, at)?;
        }
        if self.is_mark(b'}') || self.is_word("uselistorder") {
            return self.fail("a body has a block at least");
        }
        while !self.is_mark(b'}') && !self.is_word("uselistorder") {
            self.basic_block()?;
        }
        while self.is_word("uselistorder") {
            self.use_list_order()?;
        }
        self.close_locals()?;
        let draft = std::mem::take(&mut self.draft);
        let body = draft.end(&mut self.m);
        if let Some(global) = self.m.globals.get_mut(number) {
            global.body = Some(body);
        }
        self.need(b'}')
    }

    /// Parses a function up to its attachments and body.
    fn function_header(&mut self, is_definition: bool) -> Result<Vec<Parameter<'a>>> {
        let at = self.at;
        let head = self.head()?;
        head.check(self, at)?;
        self.check_linkage(head.linkage, is_definition, at)?;
        let mut global = head.global(GlobalKind::Function);
        global.convention = self.convention()?;
        let mut sets = Vec::new();
        self.set_of(Owner::Result, RESULT, &mut sets)?;
        let result_at = self.at;
        let result = self.any_type()?;
        if !self.may_be_result(result) {
            return self.fail_at(result_at, "a function may not have this result");
        }
        let name_at = self.at;
        let key = self.global_key()?;
        let (ty, parameters) = self.parameters(result, &mut sets)?;
        global.ty = ty;
        self.function_rest(&mut global, key, sets)?;
        self.define_global(key, global, name_at)?;
        Ok(parameters)
    }

    fn check_linkage(&self, linkage: Linkage, is_definition: bool, at: usize) -> Result<()> {
        let fits = match linkage {
            Linkage::External => true,
            Linkage::ExternalWeak => !is_definition,
            Linkage::Appending | Linkage::Common => false,
            _ => is_definition,
        };
        if fits { Ok(()) } else { self.fail_at(at, "a function of this kind does not have this linkage") }
    }

    /// Parses the parameters; returns the function type and the parameter names.
    fn parameters(&mut self, result: u32, sets: &mut Vec<(u32, SetId)>) -> Result<(u32, Vec<Parameter<'a>>)> {
        self.need(b'(')?;
        let (mut types, mut names) = (vec![result], Vec::new());
        let mut is_variadic = false;
        let mut next = 0;
        while !self.is_mark(b')') {
            if self.token == Token::Dots {
                self.next()?;
                is_variadic = true;
                break;
            }
            let at = self.at;
            let ty = self.ty()?;
            if !self.may_be_parameter(ty) {
                return self.fail_at(at, "no parameter has this type");
            }
            self.set_of(Owner::Parameter, FIRST_PARAMETER + names.len() as u32, sets)?;
            types.push(ty);
            names.push((self.parameter_name(&mut next)?, at));
            if !self.eat(b',')? {
                break;
            }
        }
        self.need(b')')?;
        Ok((self.m.types.composed(TypeKind::Function, is_variadic as u64, &types), names))
    }

    fn parameter_name(&mut self, next: &mut u32) -> Result<Key<'a>> {
        let number = match self.token {
            Token::Local(_) => return self.local_key(),
            Token::LocalNumber(number) if number < *next => {
                return self.fail(format!("expected the number {next} or a greater one"));
            }
            Token::LocalNumber(number) => {
                self.next()?;
                number
            }
            _ => *next,
        };
        *next = number.saturating_add(1);
        Ok(Key::Number(number))
    }

    /// Parses the rest of a function header, behind the parameters.
    fn function_rest(&mut self, global: &mut Global, key: GlobalKey<'a>, sets: Vec<(u32, SetId)>) -> Result<()> {
        global.unnamed_addr = self.unnamed_addr()?;
        global.space = self.space(self.program_space)?;
        let (mut own, groups) = self.function_attributes()?;
        let align = take_align(&mut own);
        global.section = self.text_after("section")?;
        global.partition = self.text_after("partition")?;
        let name = match key {
            GlobalKey::Name(raw) => Some(raw),
            GlobalKey::Number(_) => None,
        };
        global.comdat = self.comdat_of(name)?;
        global.align = self.align(false)?;
        if let Some(align) = align {
            global.align = align;
        }
        global.gc = self.text_after("gc")?;
        global.attributes = self.attribute_list(sets, own, groups);
        for (word, slot) in [
            ("prefix", &mut global.prefix),
            ("prologue", &mut global.prologue),
            ("personality", &mut global.personality),
        ] {
            if self.eat_word(word)? {
                *slot = self.typed_constant()? + 1;
            }
        }
        Ok(())
    }
}
