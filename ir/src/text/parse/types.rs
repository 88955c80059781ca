//! Parses types.

use super::{Mention, Parser};
use crate::error::Result;
use crate::module::{NONE, Text};
use crate::text::lex::{Raw, Token};
use crate::types::{TypeKind, TypeRow};

/// The kind of a type whose parts are being read.
#[derive(Clone, Copy)]
enum Open {
    Array(u64),
    Vector { count: u64, is_scalable: bool },
    Struct { is_packed: bool },
    Function { result: u32 },
    Target { name: Text },
}

/// A type whose parts are being parsed.
#[derive(Clone, Copy)]
struct Frame {
    open: Open,
    /// The index of its first part in the pool of parts.
    from: usize,
    at: usize,
}

/// The only target extension type that vectors may contain.
const IN_VECTORS: &[u8] = b"llvm.test.vectorelement";

impl Parser<'_> {
    /// Parses a type other than `void`.
    pub(super) fn ty(&mut self) -> Result<u32> {
        let at = self.at;
        let ty = self.any_type()?;
        if self.m.types.kind(ty) == TypeKind::Void {
            return self.fail_at(at, "only the result of a function may be `void`");
        }
        Ok(ty)
    }

    /// Parses a type, including `void`.
    pub(super) fn any_type(&mut self) -> Result<u32> {
        let first = match self.token {
            Token::IntegerType(bits) => {
                self.next()?;
                Some(self.integer_type(bits))
            }
            Token::Word(b"ptr") => Some(self.opaque_pointer()?),
            _ => None,
        };
        match first {
            Some(ty) if !matches!(self.token, Token::Mark(b'*' | b'(') | Token::Word(b"addrspace")) => Ok(ty),
            first => self.composed_type(first),
        }
    }

    /// Parses `ptr addrspace(1)`.
    fn opaque_pointer(&mut self) -> Result<u32> {
        self.next()?;
        let space = self.space(0)?;
        match self.is_mark(b'*') {
            true => self.fail("`ptr*` is no type: use `ptr`"),
            false => Ok(self.pointer_in(space)),
        }
    }

    /// Parses a type with parts, without recursion: nested types are on a stack. `first` is its first part, if that was parsed.
    fn composed_type(&mut self, mut first: Option<u32>) -> Result<u32> {
        let mut frames: Vec<Frame> = Vec::new();
        let from = self.type_pool.len();
        loop {
            let begun = match first.take() {
                Some(ty) => Some(ty),
                None => self.open_type(&mut frames)?,
            };
            let Some(mut ty) = begun else { continue };
            loop {
                if self.suffixes(&mut ty, &mut frames)? {
                    break;
                }
                let Some(&frame) = frames.last() else {
                    self.type_pool.truncate(from);
                    return Ok(ty);
                };
                self.type_pool.push(ty);
                match self.part_of(&frame)? {
                    Some(whole) => {
                        ty = whole;
                        frames.pop();
                    }
                    None => break,
                }
            }
        }
    }

    /// Parses a type without parts, or the beginning of a type with parts.
    fn open_type(&mut self, frames: &mut Vec<Frame>) -> Result<Option<u32>> {
        let at = self.at;
        let from = self.type_pool.len();
        let mut open = |open| frames.push(Frame { open, from, at });
        match self.token {
            Token::IntegerType(bits) => {
                self.next()?;
                Ok(Some(self.integer_type(bits)))
            }
            Token::Word(word) => match self.type_word(word)? {
                Some(ty) => Ok(Some(ty)),
                None => {
                    let name = self.target_name()?;
                    let frame = Frame { open: Open::Target { name }, from, at };
                    if self.eat(b',')? && !matches!(self.token, Token::Integer(_)) {
                        frames.push(frame);
                        return Ok(None);
                    }
                    self.close(&frame).map(Some)
                }
            },
            Token::Local(raw) => self.named_type(raw).map(Some),
            Token::LocalNumber(number) => self.numbered_type(number).map(Some),
            Token::Mark(b'[') => {
                self.next()?;
                let count = self.count()?;
                open(Open::Array(count));
                Ok(None)
            }
            Token::Mark(b'{') => {
                self.next()?;
                open(Open::Struct { is_packed: false });
                self.empty_struct(frames)
            }
            Token::Mark(b'<') => {
                self.next()?;
                if self.eat(b'{')? {
                    open(Open::Struct { is_packed: true });
                    return self.empty_struct(frames);
                }
                let opened = self.vector()?;
                open(opened);
                Ok(None)
            }
            _ => self.fail("expected a type"),
        }
    }

    /// Parses a type that is one word; `None` for a target extension type, whose parts follow.
    fn type_word(&mut self, word: &[u8]) -> Result<Option<u32>> {
        if word == b"ptr" {
            return self.opaque_pointer().map(Some);
        }
        if let Some(&ty) = self.simple_types.get(word) {
            self.next()?;
            return Ok(Some(ty));
        }
        match word {
            b"target" => Ok(None),
            // LLVM 20 made it a vector.
            b"x86_mmx" => {
                self.next()?;
                let element = self.m.types.simple(TypeKind::Integer, 64);
                Ok(Some(self.m.types.composed(TypeKind::Vector, 1, &[element])))
            }
            _ => self.fail(format!("expected a type, not `{}`", String::from_utf8_lossy(word))),
        }
    }

    /// Returns the integer type of a width.
    pub(super) fn integer_type(&mut self, bits: u64) -> u32 {
        if let Some(&ty) = self.integer_types.get(bits as usize).filter(|ty| **ty != NONE) {
            return ty;
        }
        let ty = self.m.types.simple(TypeKind::Integer, bits);
        if let Some(slot) = self.integer_types.get_mut(bits as usize) {
            *slot = ty;
        }
        ty
    }

    fn count(&mut self) -> Result<u64> {
        let count = self.number()?;
        self.need_word("x")?;
        Ok(count)
    }

    fn vector(&mut self) -> Result<Open> {
        let is_scalable = self.eat_word("vscale")?;
        if is_scalable {
            self.need_word("x")?;
        }
        let at = self.at;
        match self.count()? {
            count @ 1..=0xffff_ffff => Ok(Open::Vector { count, is_scalable }),
            _ => self.fail_at(at, "a vector has 1 to 4294967295 elements"),
        }
    }

    fn empty_struct(&mut self, frames: &mut Vec<Frame>) -> Result<Option<u32>> {
        if !self.is_mark(b'}') {
            return Ok(None);
        }
        match frames.pop() {
            Some(frame) => self.close(&frame).map(Some),
            None => Ok(None),
        }
    }

    /// Parses `target("name"`.
    fn target_name(&mut self) -> Result<Text> {
        self.next()?;
        self.need(b'(')?;
        let raw = self.raw_text()?;
        Ok(self.intern_text(raw))
    }

    /// Parses the suffixes of a type: stars, and an opening parenthesis of parameters; returns whether the latter was found.
    fn suffixes(&mut self, ty: &mut u32, frames: &mut Vec<Frame>) -> Result<bool> {
        loop {
            let kind = self.m.types.kind(*ty);
            match self.token {
                Token::Mark(b'*') => {
                    self.check_pointee(kind)?;
                    self.next()?;
                    *ty = self.m.types.simple(TypeKind::Pointer, 0);
                }
                Token::Word(b"addrspace") if kind != TypeKind::Pointer || self.is_old_pointer() => {
                    self.check_pointee(kind)?;
                    let space = self.space(0)?;
                    self.need(b'*')?;
                    *ty = self.m.types.simple(TypeKind::Pointer, space as u64);
                }
                Token::Mark(b'(') => {
                    if self.open_function(ty, frames)? {
                        return Ok(true);
                    }
                }
                _ => return Ok(false),
            }
        }
    }

    /// Returns whether `addrspace(N)*` follows, which makes a pointer to the type before it.
    fn is_old_pointer(&self) -> bool {
        let rest = self.text.get(self.at..).unwrap_or(&[]);
        let end = rest.iter().position(|&c| c == b')').map_or(rest.len(), |end| end + 1);
        rest.get(end..).is_some_and(|after| after.trim_ascii_start().first() == Some(&b'*'))
    }

    fn check_pointee(&self, kind: TypeKind) -> Result<()> {
        match kind {
            TypeKind::Label | TypeKind::Void | TypeKind::Metadata | TypeKind::Token | TypeKind::X86Amx => {
                self.fail("there are no pointers to this type")
            }
            _ => Ok(()),
        }
    }

    /// Opens the parameters of a function type, or completes it at once if it has none.
    fn open_function(&mut self, ty: &mut u32, frames: &mut Vec<Frame>) -> Result<bool> {
        if !self.may_be_result(*ty) {
            return self.fail("a function may not have this result");
        }
        let frame = Frame { open: Open::Function { result: *ty }, from: self.type_pool.len(), at: self.at };
        self.next()?;
        if self.is_mark(b')') || self.token == Token::Dots {
            *ty = self.close_function(&frame, *ty)?;
            return Ok(false);
        }
        frames.push(frame);
        Ok(true)
    }

    /// Parses the text behind a part; returns the type if the part was the last.
    fn part_of(&mut self, frame: &Frame) -> Result<Option<u32>> {
        self.check_part(frame)?;
        match frame.open {
            Open::Array(_) | Open::Vector { .. } => self.close(frame).map(Some),
            Open::Struct { .. } => {
                if self.eat(b',')? {
                    return Ok(None);
                }
                self.close(frame).map(Some)
            }
            Open::Function { result } => {
                if let Token::LocalNumber(_) = self.token {
                    self.next()?;
                }
                if self.eat(b',')? && self.token != Token::Dots {
                    return Ok(None);
                }
                self.close_function(frame, result).map(Some)
            }
            Open::Target { .. } => {
                if self.eat(b',')? && !matches!(self.token, Token::Integer(_)) {
                    return Ok(None);
                }
                self.close(frame).map(Some)
            }
        }
    }

    fn check_part(&self, frame: &Frame) -> Result<()> {
        use TypeKind::{Function, Label, Metadata, Token, Void, X86Amx};
        let ty = self.type_pool.last().copied().unwrap_or(NONE);
        let kind = self.m.types.kind(ty);
        let fits = match frame.open {
            Open::Array(_) => !matches!(kind, Void | Label | Metadata | Function | Token | X86Amx),
            Open::Struct { .. } => !matches!(kind, Void | Label | Metadata | Function | Token),
            Open::Vector { .. } => {
                self.m.types.is_float(ty) && !self.m.types.is_vector(ty)
                    || matches!(kind, TypeKind::Integer | TypeKind::Pointer)
                    || kind == TypeKind::Target
                        && self.m.types.get(ty).is_some_and(|row| self.m.text(row.name) == IN_VECTORS)
            }
            Open::Function { .. } => self.may_be_parameter(ty),
            Open::Target { .. } => true,
        };
        if fits { Ok(()) } else { self.fail_at(frame.at, "a part of this type may not have the type that it has") }
    }

    /// Returns whether a type can be the result of a function.
    pub(super) fn may_be_result(&self, ty: u32) -> bool {
        !matches!(self.m.types.kind(ty), TypeKind::Function | TypeKind::Label | TypeKind::Metadata)
    }

    /// Returns whether a type can be a parameter of a function.
    pub(super) fn may_be_parameter(&self, ty: u32) -> bool {
        !matches!(self.m.types.kind(ty), TypeKind::Function | TypeKind::Label | TypeKind::Void | TypeKind::Opaque)
    }

    fn close_function(&mut self, frame: &Frame, result: u32) -> Result<u32> {
        let is_variadic = self.token == Token::Dots;
        if is_variadic {
            self.next()?;
        }
        self.need(b')')?;
        self.type_pool.insert(frame.from, result);
        Ok(self.take_parts(frame.from, TypeKind::Function, is_variadic as u64, Text::default()))
    }

    /// Makes a type from its parsed parts.
    fn close(&mut self, frame: &Frame) -> Result<u32> {
        let (kind, number, name) = match frame.open {
            Open::Array(count) => {
                self.need(b']')?;
                (TypeKind::Array, count, Text::default())
            }
            Open::Vector { count, is_scalable } => {
                self.need(b'>')?;
                let kind = if is_scalable { TypeKind::ScalableVector } else { TypeKind::Vector };
                (kind, count, Text::default())
            }
            Open::Struct { is_packed } => {
                self.need(b'}')?;
                if is_packed {
                    self.need(b'>')?;
                }
                (TypeKind::Struct, is_packed as u64, Text::default())
            }
            Open::Target { name } => {
                let count = self.type_pool.len() - frame.from;
                self.target_numbers()?;
                (TypeKind::Target, count as u64, name)
            }
            Open::Function { result } => return self.close_function(frame, result),
        };
        Ok(self.take_parts(frame.from, kind, number, name))
    }

    /// Returns the type made of the parts at the end of the pool.
    fn take_parts(&mut self, from: usize, kind: TypeKind, number: u64, name: Text) -> u32 {
        let parts = self.type_pool.get(from..).unwrap_or(&[]);
        let ty = self.m.types.intern(kind, number, parts, name);
        self.type_pool.truncate(from);
        ty
    }

    /// Parses the integer parameters of a target extension type, behind its types.
    fn target_numbers(&mut self) -> Result<()> {
        while !self.is_mark(b')') {
            let number = self.number()?;
            self.type_pool.push(number);
            if !self.eat(b',')? {
                break;
            }
        }
        self.need(b')')
    }

    fn announce(&mut self, name: Text) -> u32 {
        self.m.types.push(TypeRow { kind: TypeKind::Opaque, number: 0, start: 0, count: 0, name }, &[])
    }

    fn named_type(&mut self, raw: Raw<'_>) -> Result<u32> {
        let at = self.at;
        self.next()?;
        if let Some(mention) = self.type_names.get(&*raw.text()) {
            return Ok(mention.number);
        }
        let name = self.m.add_text(&raw.text());
        let number = self.announce(name);
        self.type_names.insert(raw.text().into_owned().into(), Mention { number, at, is_defined: false });
        Ok(number)
    }

    fn numbered_type(&mut self, key: u32) -> Result<u32> {
        let at = self.at;
        self.next()?;
        if let Some(mention) = self.type_numbers.get(&key) {
            return Ok(mention.number);
        }
        let number = self.announce(Text::default());
        self.type_numbers.insert(key, Mention { number, at, is_defined: false });
        Ok(number)
    }

    /// Parses `%name = type ...`.
    pub(super) fn type_definition(&mut self) -> Result<()> {
        let (at, token) = (self.at, self.token);
        self.next()?;
        self.need(b'=')?;
        self.need_word("type")?;
        let known = match token {
            Token::Local(raw) => self.type_names.get(&*raw.text()).copied(),
            Token::LocalNumber(number) => self.type_numbers.get(&number).copied(),
            _ => None,
        };
        if known.is_some_and(|mention| mention.is_defined) {
            return self.fail_at(at, "the type is defined twice");
        }
        let name = match token {
            Token::Local(raw) => self.m.add_text(&raw.text()),
            _ => Text::default(),
        };
        let ty = known.map(|mention| mention.number);
        let number = self.defined_type(at, ty, name, token)?;
        self.remember_type(token, Mention { number, at, is_defined: true });
        Ok(())
    }

    fn remember_type(&mut self, token: Token<'_>, mention: Mention) {
        match token {
            Token::Local(raw) => drop(self.type_names.insert(raw.text().into_owned().into(), mention)),
            Token::LocalNumber(number) => drop(self.type_numbers.insert(number, mention)),
            _ => {}
        }
    }

    /// Parses the definition of a named type: an identified structure, or an alias of another type.
    fn defined_type(&mut self, at: usize, known: Option<u32>, name: Text, token: Token<'_>) -> Result<u32> {
        if self.eat_word("opaque")? {
            return Ok(known.unwrap_or_else(|| self.announce(name)));
        }
        let is_packed = self.is_mark(b'<') && self.text.get(self.at + 1..).is_some_and(begins_with_brace);
        if !is_packed && !self.is_mark(b'{') {
            if known.is_some() {
                return self.fail_at(at, "a type that is no structure must be defined before it is used");
            }
            return self.any_type();
        }
        let number = known.unwrap_or_else(|| self.announce(name));
        self.remember_type(token, Mention { number, at, is_defined: true });
        let body = self.any_type()?;
        if self.m.types.kind(body) != TypeKind::Struct {
            return self.fail_at(at, "expected the parts of a structure");
        }
        let parts = self.m.types.parts(body).to_vec();
        self.m.types.define(number, TypeKind::NamedStruct, is_packed, &parts);
        Ok(number)
    }
}

fn begins_with_brace(rest: &[u8]) -> bool {
    rest.trim_ascii_start().first() == Some(&b'{')
}
