//! Parses values: locals, globals, and constants without operands other than numbers.

use std::borrow::Cow;

use super::{Map, Named, Parser};
use crate::constants::{Constant, ConstantKind};
use crate::error::Result;
use crate::make::plain;
use crate::module::{NONE, Text};
use crate::text::lex::Token;
use crate::types::TypeKind;

/// The block of a `blockaddress`: a name or a number.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) enum BlockKey<'a> {
    Name(Cow<'a, [u8]>),
    Number(u32),
}

/// The `blockaddress` constants whose blocks are resolved after all functions are parsed.
#[derive(Default)]
pub(super) struct BlockReferences<'a> {
    known: Map<(u32, BlockKey<'a>), u32>,
    /// The function, the block, the constant, and the place in the text.
    pub(super) list: Vec<(u32, BlockKey<'a>, u32, usize)>,
}

/// Inline assembly: its flags, its text, and its constraints.
#[derive(Clone, Copy)]
pub(super) struct Assembly {
    flags: u32,
    text: Text,
    constraints: Text,
}

impl<'a> Parser<'a> {
    /// Parses a value of a type.
    #[inline(always)]
    pub(super) fn value(&mut self, ty: u32) -> Result<u32> {
        match self.token {
            Token::Local(_) | Token::LocalNumber(_) if self.locals.is_open => self.local(ty),
            _ => self.constant(ty),
        }
    }

    /// Parses a type and a value of it.
    #[inline(always)]
    pub(super) fn typed(&mut self) -> Result<(u32, u32)> {
        let ty = self.ty()?;
        Ok((self.value(ty)?, ty))
    }

    /// Parses a type and a constant of it.
    pub(super) fn typed_constant(&mut self) -> Result<u32> {
        let ty = self.ty()?;
        self.constant(ty)
    }

    /// Parses a constant that is one word, such as `null` or `true`.
    pub(super) fn word_constant(&mut self, word: &[u8], ty: u32) -> Result<Option<u32>> {
        let kind = self.m.types.kind(ty);
        let is_value = !matches!(
            kind,
            TypeKind::Void | TypeKind::Label | TypeKind::Function | TypeKind::Metadata | TypeKind::Opaque
        );
        let (fits, constant) = match word {
            b"true" | b"false" => {
                let bits = (word == b"true") as u64;
                (ty == self.boolean, Constant { data: bits, ..plain(ConstantKind::Integer, ty) })
            }
            b"null" => (kind == TypeKind::Pointer, plain(ConstantKind::Null, ty)),
            b"none" => (kind == TypeKind::Token, plain(ConstantKind::Null, ty)),
            b"undef" => (is_value, plain(ConstantKind::Undef, ty)),
            b"poison" => (is_value, plain(ConstantKind::Poison, ty)),
            b"zeroinitializer" if kind != TypeKind::Opaque => {
                let Some(value) = self.m.zero(ty) else { return self.fail("the type has no zero") };
                self.next()?;
                return Ok(Some(value));
            }
            _ => return Ok(None),
        };
        if !fits {
            return self.fail(format!("`{}` must have another type", String::from_utf8_lossy(word)));
        }
        self.next()?;
        Ok(Some(self.m.constants.intern(constant, 0)))
    }

    /// Parses `c"text"`.
    pub(super) fn characters(&mut self) -> Result<u32> {
        self.next()?;
        let raw = self.raw_text()?;
        let bytes = raw.text();
        let element = self.m.types.simple(TypeKind::Integer, 8);
        let ty = self.m.types.composed(TypeKind::Array, bytes.len() as u64, &[element]);
        let start = self.m.constants.bytes.len();
        self.m.constants.bytes.extend_from_slice(&bytes);
        Ok(self.m.data(ty, start, bytes.len() as u32, 1))
    }

    /// Parses `dso_local_equivalent @f` or `no_cfi @f`.
    pub(super) fn marked_global(&mut self, kind: ConstantKind, ty: u32) -> Result<u32> {
        self.next()?;
        if !matches!(self.token, Token::Global(_) | Token::GlobalNumber(_)) {
            return self.fail("expected a global");
        }
        let global = self.global(ty)?;
        let start = self.m.constants.words.len();
        self.m.constants.words.push(global);
        Ok(self.m.composed_constant(plain(kind, ty), start))
    }

    /// Parses `blockaddress(@f, %bb)`.
    pub(super) fn block_address(&mut self, ty: u32) -> Result<u32> {
        self.next()?;
        self.need(b'(')?;
        let at = self.at;
        if !matches!(self.token, Token::Global(_) | Token::GlobalNumber(_)) {
            return self.fail("expected a function");
        }
        let ty = if ty == NONE { self.pointer_in(0) } else { ty };
        let function = self.global(ty)?;
        self.need(b',')?;
        let key = match self.token {
            Token::Local(raw) => BlockKey::Name(raw.text()),
            Token::LocalNumber(number) => BlockKey::Number(number),
            _ => return self.fail("expected the name of a block"),
        };
        self.next()?;
        self.need(b')')?;
        if let Some(&constant) = self.blocks.known.get(&(function, key.clone())) {
            return Ok(constant);
        }
        let start = self.m.constants.words.len();
        self.m.constants.words.extend([function, self.blocks.list.len() as u32]);
        let constant = self.m.composed_constant(plain(ConstantKind::BlockAddress, ty), start);
        self.blocks.known.insert((function, key.clone()), constant);
        self.blocks.list.push((function, key, constant, at));
        Ok(constant)
    }

    pub(super) fn pointer_in(&mut self, space: u32) -> u32 {
        if space == 0 { self.pointer } else { self.m.types.simple(TypeKind::Pointer, space as u64) }
    }

    /// Parses `asm sideeffect "text", "constraints"`.
    pub(super) fn assembly(&mut self) -> Result<Assembly> {
        self.next()?;
        let mut flags = 0;
        for (bit, word) in crate::text::tables::ASM_FLAGS {
            if self.eat_word(word.trim_end())? {
                flags |= bit;
            }
        }
        let text = self.raw_text()?;
        let text = self.intern_text(text);
        self.need(b',')?;
        let constraints = self.raw_text()?;
        let constraints = self.intern_text(constraints);
        Ok(Assembly { flags, text, constraints })
    }

    /// The constant of assembly that is called as a function of a type.
    pub(super) fn assembly_of(&mut self, assembly: Assembly, function: u32, ty: u32) -> u32 {
        let Assembly { flags, text, constraints } = assembly;
        let start = self.m.constants.words.len();
        let words = [function, flags, text.start, text.count, constraints.start, constraints.count];
        self.m.constants.words.extend_from_slice(&words);
        self.m.composed_constant(plain(ConstantKind::InlineAsm, ty), start)
    }
}

/// Returns the number of a name, which `make` creates if it is new.
pub(super) fn known_or<'a>(map: &mut Named<'a, u32>, name: Cow<'a, [u8]>, make: impl FnOnce() -> u32) -> u32 {
    match map.get(&name) {
        Some(&number) => number,
        None => {
            let number = make();
            map.insert(name, number);
            number
        }
    }
}
