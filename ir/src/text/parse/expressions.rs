//! Parses constant expressions.

use super::Parser;
use super::constants::{Build, Frame};
use crate::constants::{Constant, ConstantKind};
use crate::error::Result;
use crate::instruction::{Opcode, flag};
use crate::make::plain;
use crate::module::NONE;
use crate::types::TypeKind;

/// The limit on the length of a splat vector whose elements are listed.
const LONGEST_SPLAT: u64 = 1 << 16;

impl Parser<'_> {
    /// Parses `nuw` and `nsw`.
    pub(super) fn constant_flags(&mut self, opcode: Opcode) -> Result<u16> {
        if !matches!(opcode, Opcode::Add | Opcode::Sub) {
            return Ok(0);
        }
        self.flags_once(&[(flag::NUW, "nuw"), (flag::NSW, "nsw")])
    }

    /// Parses the beginning of a `getelementptr`: `inbounds inrange(-8, 16) (T`.
    pub(super) fn begin_gep(&mut self) -> Result<Build> {
        let flags = self.gep_flags()?;
        let mut range = NONE;
        if self.eat_word("inrange")? {
            range = self.in_parentheses(Self::in_range)?;
        }
        self.need(b'(')?;
        let source = self.ty()?;
        self.need(b',')?;
        Ok(Build::Gep { source, flags, range })
    }

    fn in_range(&mut self) -> Result<u32> {
        // The width of an index is known only with the base; the range is truncated or extended then.
        let start = self.m.constants.wide.len();
        let lower = self.integer_of(64)?;
        self.need(b',')?;
        let upper = self.integer_of(64)?;
        let wide = &mut self.m.constants.wide;
        wide.push(64);
        wide.extend(lower);
        wide.extend(upper);
        Ok(start as u32)
    }

    pub(super) fn finish_gep(&mut self, frame: &Frame, source: u32, flags: u16, range: u32) -> Result<u32> {
        self.need(b')')?;
        let parts = self.parts(frame).to_vec();
        let Some((&base, indices)) = parts.split_first() else { return self.fail_at(frame.at, "expected a pointer") };
        let mut ty = self.m.type_of(base);
        self.check_gep(source, ty, frame.at)?;
        if self.m.types.is_scalable(source) {
            return self.fail_at(frame.at, "the size of the type is no constant");
        }
        for &index in indices {
            ty = self.gep_type(ty, self.m.type_of(index), frame.at)?;
        }
        self.check_indices(source, indices, frame.at)?;
        self.set_range_width(range, ty, frame.at)?;
        let indices = self.even_indices(source, ty, indices);
        let start = self.m.constants.words.len();
        self.m.constants.words.extend([source, range, base]);
        self.m.constants.words.extend(indices);
        Ok(self.m.composed_constant(Constant { flags, ..plain(ConstantKind::Gep, ty) }, start))
    }

    /// Returns the indices of a vector of addresses, with scalars splatted, except for the numbers of structure parts.
    fn even_indices(&mut self, source: u32, ty: u32, indices: &[u32]) -> Vec<u32> {
        if !self.m.types.is_vector(ty) {
            return indices.to_vec();
        }
        let mut even = Vec::with_capacity(indices.len());
        let mut part = source;
        for (i, &index) in indices.iter().enumerate() {
            let is_struct = i > 0 && matches!(self.m.types.kind(part), TypeKind::Struct | TypeKind::NamedStruct);
            let number = self.constant_index(index).unwrap_or(0);
            if i > 0 {
                part = self.m.types.part(part, number).unwrap_or(NONE);
            }
            let index_ty = self.m.type_of(index);
            let element = self.m.types.scalar(index_ty);
            even.push(match self.m.types.is_vector(index_ty) {
                true if is_struct => self.m.integer(element, &[number]).unwrap_or(index),
                false if !is_struct => {
                    let vector = self.m.types.like(ty, element);
                    self.splat(vector, index)
                }
                _ => index,
            });
        }
        even
    }

    /// Changes the width of an `inrange` range to that of an index for the pointer's address space.
    fn set_range_width(&mut self, range: u32, ty: u32, at: usize) -> Result<()> {
        let space = self.m.types.get(self.m.types.scalar(ty)).map_or(0, |row| row.number);
        let bits = self.layout.index_bits(space as u32);
        let Some([width, lower, upper]) =
            self.m.constants.wide.get_mut(range as usize..).and_then(<[u64]>::first_chunk_mut)
        else {
            return Ok(());
        };
        if *lower as i64 >= *upper as i64 {
            return self.fail_at(at, "the end of the range is not after its start");
        }
        *width = bits;
        if bits < 64 {
            (*lower, *upper) = (*lower & ((1 << bits) - 1), *upper & ((1 << bits) - 1));
        }
        Ok(())
    }

    pub(super) fn finish_expression(&mut self, frame: &Frame, opcode: Opcode, flags: u16) -> Result<u32> {
        let cast_to = if opcode.is_cast() {
            self.need_word("to")?;
            self.ty()?
        } else {
            NONE
        };
        self.need(b')')?;
        let parts = self.parts(frame).to_vec();
        let ty = self.expression_type(opcode, &parts, cast_to, frame.at)?;
        let start = self.m.constants.words.len();
        self.m.constants.words.extend_from_slice(&parts);
        let constant = Constant { sub: opcode as u8, flags, ..plain(ConstantKind::Expression, ty) };
        Ok(self.m.composed_constant(constant, start))
    }

    fn expression_type(&mut self, opcode: Opcode, parts: &[u32], cast_to: u32, at: usize) -> Result<u32> {
        let ty = |i: usize| parts.get(i).map_or(NONE, |&part| self.m.type_of(part));
        match opcode {
            _ if opcode.is_cast() && parts.len() == 1 => {
                self.check_cast(opcode, ty(0), cast_to, at)?;
                Ok(cast_to)
            }
            Opcode::Add | Opcode::Sub | Opcode::Xor if parts.len() == 2 => {
                self.check_arithmetic(opcode, ty(0), at)?;
                if ty(0) == ty(1) { Ok(ty(0)) } else { self.fail_at(at, "the operands have different types") }
            }
            Opcode::ExtractElement if parts.len() == 2 => self.element_of(ty(0), at),
            Opcode::InsertElement if parts.len() == 3 => {
                let element = self.element_of(ty(0), at)?;
                if element == ty(1) { Ok(ty(0)) } else { self.fail_at(at, "the element has another type") }
            }
            Opcode::ShuffleVector if parts.len() == 3 => {
                let (element, mask) = (self.element_of(ty(0), at)?, ty(2));
                let fits = parts.get(2).is_some_and(|&part| ty(0) == ty(1) && self.m.is_mask(part, ty(0)));
                if fits {
                    Ok(self.m.types.like(mask, element))
                } else {
                    self.fail_at(at, "invalid operands of `shufflevector`")
                }
            }
            _ => self.fail_at(at, "expected another number of operands, or no such constant"),
        }
    }

    /// Returns the element type of a vector.
    pub(super) fn element_of(&self, ty: u32, at: usize) -> Result<u32> {
        match self.m.types.parts(ty).first().filter(|_| self.m.types.is_vector(ty)) {
            Some(&element) => Ok(element),
            None => self.fail_at(at, "expected a vector"),
        }
    }

    pub(super) fn finish_splat(&mut self, frame: &Frame) -> Result<u32> {
        let &[part] = self.parts(frame) else { return self.fail_at(frame.at, "expected one value") };
        if !self.m.types.is_vector(frame.ty) {
            return self.fail_at(frame.at, "only vectors are of one and the same value");
        }
        if self.m.types.scalar(frame.ty) != self.m.type_of(part) {
            return self.fail_at(frame.at, "the element has another type");
        }
        Ok(self.splat(frame.ty, part))
    }

    /// Returns a splat vector of a value.
    fn splat(&mut self, ty: u32, part: u32) -> u32 {
        match self.m.types.get(ty).copied() {
            Some(row) if row.kind == TypeKind::Vector && row.number <= LONGEST_SPLAT => {
                self.m.aggregate(ty, &vec![part; row.number as usize])
            }
            _ => self.long_splat(ty, part),
        }
    }

    /// Returns a splat vector that is too long to be listed, or scalable.
    fn long_splat(&mut self, ty: u32, part: u32) -> u32 {
        let Some(&constant) = self.m.constants.get(part) else { return part };
        match constant.kind {
            _ if self.m.is_zero(part) => self.m.simple_constant(ConstantKind::Null, ty),
            ConstantKind::Integer | ConstantKind::Float | ConstantKind::Undef | ConstantKind::Poison => {
                self.m.constants.intern(Constant { ty, ..constant }, 0)
            }
            ConstantKind::WideInteger | ConstantKind::WideFloat => {
                self.m.constants.intern(Constant { ty, ..constant }, 0)
            }
            _ => self.shuffled_splat(ty, part),
        }
    }

    /// Returns a splat vector of a value that is no number, as `shufflevector` of an `insertelement`.
    fn shuffled_splat(&mut self, ty: u32, part: u32) -> u32 {
        let poison = self.m.simple_constant(ConstantKind::Poison, ty);
        let index = self.m.types.simple(TypeKind::Integer, 64);
        let zero = self.m.integer(index, &[0]).unwrap_or(NONE);
        let start = self.m.constants.words.len();
        self.m.constants.words.extend([poison, part, zero]);
        let insert = Constant { sub: Opcode::InsertElement as u8, ..plain(ConstantKind::Expression, ty) };
        let inserted = self.m.composed_constant(insert, start);
        let element = self.m.types.simple(TypeKind::Integer, 32);
        let mask = self.m.types.like(ty, element);
        let mask = self.m.simple_constant(ConstantKind::Null, mask);
        let start = self.m.constants.words.len();
        self.m.constants.words.extend([inserted, poison, mask]);
        let shuffle = Constant { sub: Opcode::ShuffleVector as u8, ..plain(ConstantKind::Expression, ty) };
        self.m.composed_constant(shuffle, start)
    }

    /// Finishes `ptrauth (ptr @f, i32 1, i64 2, ptr @place, ptr @symbol)`, in which the operands from the third on are optional.
    pub(super) fn finish_ptr_auth(&mut self, frame: &Frame) -> Result<u32> {
        self.need(b')')?;
        let mut parts = self.parts(frame).to_vec();
        if !(2..=5).contains(&parts.len()) {
            return self.fail_at(frame.at, "expected 2 to 5 operands");
        }
        let number = self.m.types.simple(TypeKind::Integer, 64);
        let pointer = self.pointer_in(0);
        for i in parts.len()..5 {
            let zero = self.m.zero(if i == 2 { number } else { pointer });
            parts.extend(zero);
        }
        self.check_ptr_auth(&parts, frame.at)?;
        let ty = parts.first().map_or(NONE, |&first| self.m.type_of(first));
        let start = self.m.constants.words.len();
        self.m.constants.words.extend_from_slice(&parts);
        Ok(self.m.composed_constant(plain(ConstantKind::PtrAuth, ty), start))
    }

    fn check_ptr_auth(&self, parts: &[u32], at: usize) -> Result<()> {
        let fits = |i: usize, bits: u64| {
            let c = parts.get(i).and_then(|&part| self.m.constants.get(part));
            c.is_some_and(|c| match self.m.types.get(c.ty) {
                Some(row) if bits == 0 => row.kind == TypeKind::Pointer,
                Some(row) => c.kind == ConstantKind::Integer && row.kind == TypeKind::Integer && row.number == bits,
                None => false,
            })
        };
        let all = [0, 32, 64, 0, 0];
        match all.iter().enumerate().all(|(i, &bits)| fits(i, bits)) {
            true => Ok(()),
            false => self.fail_at(at, "the operands are a pointer, `i32`, `i64`, and two pointers"),
        }
    }
}
