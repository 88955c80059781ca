//! Parses calls.

use super::Parser;
use super::attributes::Owner;
use super::instructions::Made;
use super::locals::Key;
use super::values::Assembly;
use crate::attributes::{FIRST_PARAMETER, RESULT, SetId};
use crate::error::Result;
use crate::instruction::{Opcode, flag};
use crate::module::NONE;
use crate::text::lex::Token;
use crate::types::TypeKind;

/// The callee, as far as it is known before the arguments are parsed.
enum Callee<'a> {
    Local(Key<'a>, usize),
    Constant(u32),
    Assembly(Assembly),
}

/// A call whose operands are not listed yet.
struct Call<'a> {
    convention: u32,
    callee: Callee<'a>,
    /// The type of the callee: a pointer.
    pointer: u32,
    /// The result, or the whole type of the function.
    ty: u32,
    at: usize,
    /// The arguments: value, type and place in the text.
    arguments: Vec<(u32, u32, usize)>,
    sets: Vec<(u32, SetId)>,
    list: u32,
}

impl<'a> Parser<'a> {
    pub(super) fn call(&mut self, tail: u16) -> Result<Made> {
        let at = self.at;
        let fast = self.fast_math()?;
        let call = self.called(tail & flag::MUSTTAIL != 0, true)?;
        self.bundles()?;
        let (ty, callee) = self.resolve(&call)?;
        let result = self.m.types.parts(ty).first().copied().unwrap_or(NONE);
        self.check_fast_math(fast, result, at)?;
        self.m.operands.extend([call.list, call.convention, ty, callee]);
        self.m.operands.extend(call.arguments.iter().map(|argument| argument.0));
        Ok(Made { flags: tail | fast, ..Made::new(Opcode::Call, result) })
    }

    pub(super) fn invoke(&mut self) -> Result<Made> {
        let call = self.called(false, true)?;
        self.bundles()?;
        let [normal, unwind] = self.invoke_targets()?;
        let (ty, callee) = self.resolve(&call)?;
        self.m.operands.extend([call.list, call.convention, ty, normal, unwind, callee]);
        self.m.operands.extend(call.arguments.iter().map(|argument| argument.0));
        Ok(Made::new(Opcode::Invoke, self.m.types.parts(ty).first().copied().unwrap_or(NONE)))
    }

    pub(super) fn call_br(&mut self) -> Result<Made> {
        let call = self.called(false, false)?;
        self.bundles()?;
        self.need_word("to")?;
        let default = self.typed_block()?;
        let others = self.block_list()?;
        let (ty, callee) = self.resolve(&call)?;
        self.m.operands.extend([call.list, call.convention, ty, default, others.len() as u32, callee]);
        self.m.operands.extend(call.arguments.iter().map(|argument| argument.0));
        self.m.operands.extend(others);
        Ok(Made::new(Opcode::CallBr, self.m.types.parts(ty).first().copied().unwrap_or(NONE)))
    }

    /// Parses a call: convention, attributes, type, callee, arguments and function attributes.
    fn called(&mut self, is_musttail: bool, has_space: bool) -> Result<Call<'a>> {
        let convention = self.convention()?;
        let mut sets = Vec::new();
        self.set_of(Owner::Result, RESULT, &mut sets)?;
        let space = if has_space { self.space(self.program_space)? } else { 0 };
        let at = self.at;
        let ty = self.any_type()?;
        let pointer = self.pointer_in(space);
        let callee = self.callee(pointer)?;
        let mut call = Call { convention, callee, pointer, ty, at, arguments: Vec::new(), sets, list: 0 };
        self.arguments(&mut call, is_musttail)?;
        let (own, groups) = self.function_attributes()?;
        call.list = self.attribute_list(std::mem::take(&mut call.sets), own, groups);
        Ok(call)
    }

    fn callee(&mut self, pointer: u32) -> Result<Callee<'a>> {
        let at = self.at;
        match self.token {
            Token::Local(_) | Token::LocalNumber(_) => Ok(Callee::Local(self.local_key()?, at)),
            Token::Word(b"asm") => self.assembly().map(Callee::Assembly),
            Token::Global(raw) if raw.source().starts_with(b"llvm.dbg.") => {
                if matches!(raw.source(), b"llvm.dbg.declare" | b"llvm.dbg.value" | b"llvm.dbg.assign") {
                    self.note_debug_form(1, at)?;
                }
                self.constant(pointer).map(Callee::Constant)
            }
            _ => self.constant(pointer).map(Callee::Constant),
        }
    }

    fn arguments(&mut self, call: &mut Call<'a>, is_musttail: bool) -> Result<()> {
        self.need(b'(')?;
        let in_variadic = is_musttail && self.locals.variadic;
        while !self.is_mark(b')') {
            if !call.arguments.is_empty() {
                self.need(b',')?;
            }
            if self.token == Token::Dots {
                if !in_variadic {
                    return self.fail("only a `musttail` call in a variadic function passes the rest on");
                }
                self.next()?;
                return self.need(b')');
            }
            let at = self.at;
            let ty = self.ty()?;
            if !self.may_be_parameter(ty) {
                return self.fail_at(at, "no argument has this type");
            }
            let value = if self.m.types.kind(ty) == TypeKind::Metadata {
                self.metadata_value()?
            } else {
                self.set_of(Owner::Parameter, FIRST_PARAMETER + call.arguments.len() as u32, &mut call.sets)?;
                self.value(ty)?
            };
            call.arguments.push((value, ty, at));
        }
        if in_variadic {
            return self.fail("expected `...`: the call is `musttail` in a variadic function");
        }
        self.need(b')')
    }

    /// The type of the function, and the callee.
    fn resolve(&mut self, call: &Call<'a>) -> Result<(u32, u32)> {
        let ty = if self.m.types.kind(call.ty) == TypeKind::Function { call.ty } else { self.implied(call)? };
        self.check_arguments(call, ty)?;
        let callee = match call.callee {
            Callee::Local(key, at) => self.local_of(key, call.pointer, at)?,
            Callee::Constant(value) => {
                self.note_call(value, ty);
                value
            }
            Callee::Assembly(assembly) => self.assembly_of(assembly, ty, call.pointer),
        };
        Ok((ty, callee))
    }

    /// Returns the function type of a call that states only its result type.
    fn implied(&mut self, call: &Call<'a>) -> Result<u32> {
        if !self.may_be_result(call.ty) {
            return self.fail_at(call.at, "a function may not have this result");
        }
        let mut parts = vec![call.ty];
        parts.extend(call.arguments.iter().map(|argument| argument.1));
        Ok(self.m.types.composed(TypeKind::Function, 0, &parts))
    }

    fn check_arguments(&self, call: &Call<'a>, ty: u32) -> Result<()> {
        let parameters = self.m.types.parts(ty).get(1..).unwrap_or(&[]);
        let is_variadic = self.m.types.get(ty).is_some_and(|row| row.number != 0);
        for (i, &(_, argument, at)) in call.arguments.iter().enumerate() {
            match parameters.get(i) {
                Some(&parameter) if parameter != argument => {
                    return self.fail_at(at, "the argument has another type than the parameter");
                }
                None if !is_variadic => return self.fail_at(at, "there is no parameter for this argument"),
                _ => {}
            }
        }
        if call.arguments.len() < parameters.len() {
            return self.fail_at(call.at, "an argument is missing");
        }
        Ok(())
    }
}
