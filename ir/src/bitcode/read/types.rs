//! The TYPE block.

use super::Reader;
use crate::error::Result;
use crate::module::{NONE, Text};
use crate::types::{TypeKind, TypeRow};

/// Codes of types that have no operands.
const SIMPLE: &[(u32, TypeKind)] = &[
    (2, TypeKind::Void),
    (3, TypeKind::Float),
    (4, TypeKind::Double),
    (5, TypeKind::Label),
    (10, TypeKind::Half),
    (13, TypeKind::X86Fp80),
    (14, TypeKind::Fp128),
    (15, TypeKind::PpcFp128),
    (16, TypeKind::Metadata),
    (22, TypeKind::Token),
    (23, TypeKind::BFloat),
    (24, TypeKind::X86Amx),
];
const NUMBER_OF_TYPES: u32 = 1;
const OPAQUE: u32 = 6;
const INTEGER: u32 = 7;
/// Pointers with a pointee: LLVM up to 14, and up to 16 by an option.
const TYPED_POINTER: u32 = 8;
const ARRAY: u32 = 11;
const VECTOR: u32 = 12;
/// `x86_mmx`, which LLVM 20 made a vector of one `i64`.
const X86_MMX: u32 = 17;
const STRUCT: u32 = 18;
const STRUCT_NAME: u32 = 19;
const NAMED_STRUCT: u32 = 20;
const FUNCTION: u32 = 21;
/// An opaque pointer, since LLVM 13.
const POINTER: u32 = 25;
/// A target extension type, since LLVM 16.
const TARGET: u32 = 26;
/// The width of LLVM's largest integer type.
const MOST_BITS: u64 = 1 << 23;

impl Reader<'_> {
    pub(super) fn read_types(&mut self) -> Result<()> {
        if !self.types.is_empty() {
            return self.stream.malformed("a second block of types");
        }
        let mut name = Text::default();
        while let Some(code) = self.stream.next_record()? {
            match code {
                NUMBER_OF_TYPES => {}
                STRUCT_NAME => name = self.text_from(0),
                _ => self.read_type(code, &mut name)?,
            }
        }
        match self.types.iter().position(|&ty| ty == NONE) {
            Some(missing) => self.stream.no_such("type", missing as u64),
            None => Ok(()),
        }
    }

    fn read_type(&mut self, code: u32, name: &mut Text) -> Result<()> {
        let here = self.pointees.len();
        self.pointees.push(if code == TYPED_POINTER { self.must(0)? as u32 } else { NONE });
        if matches!(code, OPAQUE | NAMED_STRUCT) {
            return self.named(code, here, std::mem::take(name));
        }
        let ty = match SIMPLE.iter().find(|(c, _)| *c == code) {
            Some(&(_, kind)) => self.module.types.simple(kind, 0),
            None => self.composed(code, std::mem::take(name))?,
        };
        match self.types.get_mut(here) {
            None => self.types.push(ty),
            Some(slot) if *slot == NONE => *slot = ty,
            Some(_) => return self.stream.malformed("a type that was used as a structure"),
        }
        Ok(())
    }

    /// Adds a structure whose body follows later.
    fn announce(&mut self) -> u32 {
        let row = TypeRow { kind: TypeKind::Opaque, number: 0, start: 0, count: 0, name: Text::default() };
        self.module.types.push(row, &[])
    }

    fn named(&mut self, code: u32, here: usize, name: Text) -> Result<()> {
        if here == self.types.len() {
            self.types.push(NONE);
        }
        let ty = match self.types.get(here) {
            Some(&ty) if ty != NONE => ty,
            _ => self.announce(),
        };
        if let Some(slot) = self.types.get_mut(here) {
            *slot = ty;
        }
        if let Some(row) = self.module.types.rows.get_mut(ty as usize) {
            row.name = name;
        }
        if code == NAMED_STRUCT {
            let parts = self.parts(1)?;
            self.module.types.define(ty, TypeKind::NamedStruct, self.operand(0) != 0, &parts);
        }
        Ok(())
    }

    fn composed(&mut self, code: u32, name: Text) -> Result<u32> {
        let first = self.operand(0);
        Ok(match code {
            INTEGER if (1..=MOST_BITS).contains(&first) => self.module.types.simple(TypeKind::Integer, first),
            INTEGER => return self.stream.malformed("the width of an integer"),
            TYPED_POINTER => {
                let space = self.space(1)?;
                self.pointer_in(space)
            }
            POINTER => {
                let space = self.space(0)?;
                self.pointer_in(space)
            }
            ARRAY => {
                let element = self.part(self.must(1)?)?;
                self.module.types.composed(TypeKind::Array, first, &[element])
            }
            VECTOR => {
                let element = self.part(self.must(1)?)?;
                let kind = if self.operand(2) != 0 { TypeKind::ScalableVector } else { TypeKind::Vector };
                if first == 0 || first > u32::MAX as u64 {
                    return self.stream.malformed("the length of a vector");
                }
                self.module.types.composed(kind, first, &[element])
            }
            X86_MMX => {
                let element = self.module.types.simple(TypeKind::Integer, 64);
                self.module.types.composed(TypeKind::Vector, 1, &[element])
            }
            STRUCT => {
                let parts = self.parts(1)?;
                self.module.types.composed(TypeKind::Struct, (first != 0) as u64, &parts)
            }
            FUNCTION => {
                let parts = self.parts(1)?;
                let Some((_, parameters)) = parts.split_first() else {
                    return self.stream.malformed("a function without a result");
                };
                let is_none = |&ty: &u32| matches!(self.module.types.kind(ty), TypeKind::Void | TypeKind::Function);
                if parameters.iter().any(is_none) {
                    return self.stream.malformed("a parameter of a type that no value has");
                }
                if let Some((&result, parameters)) = parts.split_first() {
                    let kind = |ty| self.module.types.kind(ty);
                    let none = |&ty: &u32| matches!(kind(ty), TypeKind::Void | TypeKind::Function);
                    let no_result = matches!(kind(result), TypeKind::Function | TypeKind::Label | TypeKind::Metadata);
                    if no_result || parameters.iter().any(none) {
                        return self.stream.malformed("a function of types that it cannot have");
                    }
                }
                self.module.types.composed(TypeKind::Function, (first != 0) as u64, &parts)
            }
            TARGET => self.target_type(first as usize, name)?,
            _ => return self.stream.unknown("type", code as u64),
        })
    }

    fn space(&self, i: usize) -> Result<u64> {
        match self.operand(i) {
            space if space < 1 << 24 => Ok(space),
            _ => self.stream.malformed("an address space"),
        }
    }

    fn target_type(&mut self, count: usize, name: Text) -> Result<u32> {
        let bytes = self.module.text(name).to_vec();
        let name = self.intern_text(&bytes);
        let operands = std::mem::take(&mut self.stream.record);
        let Some((types, numbers)) = operands.get(1..).and_then(|rest| rest.split_at_checked(count)) else {
            return self.stream.malformed("a type of a target");
        };
        let mut parts = Vec::with_capacity(operands.len());
        for &ty in types {
            parts.push(self.part(ty)?);
        }
        parts.extend(numbers.iter().map(|&n| n as u32));
        let ty = self.module.types.intern(TypeKind::Target, count as u64, &parts, name);
        self.stream.record = operands;
        Ok(ty)
    }

    fn parts(&mut self, from: usize) -> Result<Vec<u32>> {
        let operands = std::mem::take(&mut self.stream.record);
        let parts = operands.get(from..).unwrap_or(&[]).iter().map(|&ty| self.part(ty)).collect();
        self.stream.record = operands;
        parts
    }

    /// Returns a type that is part of another. A part that is not defined yet can only be a named structure, as in LLVM.
    fn part(&mut self, number: u64) -> Result<u32> {
        if let Some(&ty) = self.types.get(number as usize)
            && ty != NONE
        {
            return Ok(ty);
        }
        // One bit of the file makes at most a few of these: their records are to come.
        if number as usize > self.module.size {
            return self.stream.no_such("type", number);
        }
        while self.types.len() <= number as usize {
            self.types.push(NONE);
        }
        let ty = self.announce();
        if let Some(slot) = self.types.get_mut(number as usize) {
            *slot = ty;
        }
        Ok(ty)
    }
}
