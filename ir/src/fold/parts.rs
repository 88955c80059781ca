//! Parts of constants, and constants made of parts.

use super::float::Format;
use super::integer::Integer;
use crate::constants::{Constant, ConstantKind, element_bits};
use crate::instruction::Opcode;
use crate::make::{Tables, plain};
use crate::module::NONE;
use crate::types::TypeKind;

/// The limit on the length of a vector whose elements are folded and listed one by one.
const MOST_ELEMENTS: u64 = 1 << 16;

impl Tables<'_> {
    pub(super) fn type_of(&self, value: u32) -> u32 {
        self.constants.get(value).map_or(NONE, |c| c.ty)
    }

    pub(super) fn is_of(&self, value: u32, kind: ConstantKind) -> bool {
        self.constants.get(value).is_some_and(|c| c.kind == kind)
    }

    pub(super) fn is_poison(&self, value: u32) -> bool {
        self.is_of(value, ConstantKind::Poison)
    }

    /// True for `undef` and `poison`.
    pub(super) fn is_undef(&self, value: u32) -> bool {
        self.is_poison(value) || self.is_of(value, ConstantKind::Undef)
    }

    pub(super) fn poison_of(&mut self, ty: u32) -> u32 {
        self.simple_constant(ConstantKind::Poison, ty)
    }

    pub(super) fn undef_of(&mut self, ty: u32) -> u32 {
        self.simple_constant(ConstantKind::Undef, ty)
    }

    /// Returns whether all bits of a constant are zero.
    pub(crate) fn is_zero(&self, value: u32) -> bool {
        self.constants.get(value).is_some_and(|c| match c.kind {
            ConstantKind::Null => true,
            ConstantKind::Integer | ConstantKind::Float => c.data == 0,
            ConstantKind::WideInteger => c.count == 0,
            ConstantKind::WideFloat => self.constants.wide(c).iter().all(|&word| word == 0),
            _ => false,
        })
    }

    /// Returns the value of an integer constant.
    pub(super) fn number(&self, value: u32) -> Option<Integer> {
        let c = self.constants.get(value)?;
        let row = self.types.get(c.ty).filter(|row| row.kind == TypeKind::Integer)?;
        let bits = row.number as u32;
        match c.kind {
            ConstantKind::Integer => Some(Integer::new(bits, &[c.data])),
            ConstantKind::WideInteger => Some(Integer::new(bits, self.constants.wide(c))),
            ConstantKind::Null => Some(Integer::new(bits, &[])),
            _ => None,
        }
    }

    /// Returns the format and the bits of a floating-point constant.
    pub(super) fn floating(&self, value: u32) -> Option<(Format, u128)> {
        let c = self.constants.get(value)?;
        let format = Format::of(self.types.kind(c.ty))?;
        match c.kind {
            ConstantKind::Float => Some((format, c.data as u128)),
            ConstantKind::WideFloat => match self.constants.wide(c) {
                &[low, high] => Some((format, (high as u128) << 64 | low as u128)),
                _ => None,
            },
            ConstantKind::Null => Some((format, 0)),
            _ => None,
        }
    }

    pub(super) fn make_number(&mut self, ty: u32, number: &Integer) -> Option<u32> {
        self.integer(ty, &number.words)
    }

    pub(super) fn make_floating(&mut self, ty: u32, bits: u128) -> Option<u32> {
        self.float(ty, [bits as u64, (bits >> 64) as u64])
    }

    /// Returns an integer or floating-point constant with these bits.
    fn make_scalar(&mut self, ty: u32, bits: u64) -> Option<u32> {
        match self.types.kind(ty) {
            TypeKind::Integer => self.integer(ty, &[bits]),
            _ => self.float(ty, [bits, 0]),
        }
    }

    /// Returns the number of elements of a fixed-length vector type.
    pub(super) fn lanes(&self, ty: u32) -> Option<u64> {
        self.types.get(ty).filter(|row| row.kind == TypeKind::Vector).map(|row| row.number)
    }

    /// Returns the number of elements of a vector that is short enough to be folded one by one.
    pub(super) fn lanes_of(&self, value: u32) -> Option<u64> {
        self.lanes(self.type_of(value)).filter(|lanes| *lanes <= MOST_ELEMENTS)
    }

    /// Returns the `i`th part of an aggregate or vector constant.
    pub(crate) fn part_of(&mut self, value: u32, i: u64) -> Option<u32> {
        let c = *self.constants.get(value)?;
        let part = self.types.part(c.ty, i)?;
        let holds =
            matches!(self.types.kind(c.ty), TypeKind::Struct | TypeKind::NamedStruct | TypeKind::ScalableVector);
        if !holds && self.types.get(c.ty)?.number <= i {
            return None;
        }
        match c.kind {
            ConstantKind::Aggregate => self.constants.words(&c).get(i as usize).copied(),
            ConstantKind::Data => {
                let size = c.sub as usize;
                let bytes = self.constants.data(&c, size).get(i as usize * size..)?.get(..size)?;
                self.make_scalar(part, element_bits(bytes))
            }
            ConstantKind::Null => self.zero(part),
            ConstantKind::Undef | ConstantKind::Poison => Some(self.simple_constant(c.kind, part)),
            ConstantKind::Integer | ConstantKind::Float => self.make_scalar(part, c.data),
            ConstantKind::WideInteger => {
                let words = self.constants.wide(&c).to_vec();
                self.integer(part, &words)
            }
            _ => None,
        }
    }

    /// Returns the elements of a vector.
    pub(super) fn elements(&mut self, value: u32) -> Option<Vec<u32>> {
        let lanes = self.lanes_of(value)?;
        (0..lanes).map(|i| self.part_of(value, i)).collect()
    }

    /// Returns the element of a splat vector.
    pub(crate) fn splat_of(&mut self, value: u32) -> Option<u32> {
        if !self.types.is_vector(self.type_of(value)) {
            return None;
        }
        let c = *self.constants.get(value)?;
        let same = match c.kind {
            ConstantKind::Aggregate => all_same(self.constants.words(&c)),
            ConstantKind::Data => {
                let mut elements = self.constants.data(&c, c.sub as usize).chunks(c.sub.max(1) as usize);
                elements.next().is_some_and(|first| elements.all(|element| element == first))
            }
            ConstantKind::Expression => return self.splat_of_shuffle(&c),
            ConstantKind::Undef | ConstantKind::Poison => false,
            _ => true,
        };
        if same { self.part_of(value, 0) } else { None }
    }

    /// Returns the element of a scalable splat: `shufflevector (insertelement poison, element, 0), poison, zeroinitializer`.
    fn splat_of_shuffle(&self, c: &Constant) -> Option<u32> {
        let of = |c: &Constant, opcode: Opcode| c.kind == ConstantKind::Expression && c.sub == opcode as u8;
        let &[inserted, _, mask] = self.constants.operands(c) else { return None };
        let insert =
            self.constants.get(inserted).filter(|i| of(c, Opcode::ShuffleVector) && of(i, Opcode::InsertElement))?;
        let &[_, element, at] = self.constants.operands(insert) else { return None };
        (self.is_zero(mask) && self.is_zero(at)).then_some(element)
    }

    /// Returns a splat vector of an element.
    pub(super) fn make_splat(&mut self, ty: u32, element: u32) -> Option<u32> {
        if let Some(lanes) = self.lanes(ty).filter(|lanes| *lanes <= MOST_ELEMENTS) {
            return Some(self.aggregate(ty, &vec![element; lanes as usize]));
        }
        if self.is_zero(element) {
            return self.zero(ty);
        }
        let kind = self.constants.get(element).map(|c| c.kind)?;
        if matches!(kind, ConstantKind::Undef | ConstantKind::Poison) {
            return Some(self.simple_constant(kind, ty));
        }
        if self.number(element).is_some() || self.floating(element).is_some() {
            let c = *self.constants.get(element)?;
            return Some(self.constants.intern(Constant { ty, ..c }, 0));
        }
        let i32 = self.types.simple(TypeKind::Integer, 32);
        let mask = self.types.like(ty, i32);
        let (mask, at, none) = (self.zero(mask)?, self.integer_at(0)?, self.poison_of(ty));
        let inserted = self.expression(Opcode::InsertElement, ty, &[none, element, at]);
        Some(self.expression(Opcode::ShuffleVector, ty, &[inserted, none, mask]))
    }

    /// Returns an index of type `i64`, as LLVM makes it.
    fn integer_at(&mut self, i: u64) -> Option<u32> {
        let i64 = self.types.simple(TypeKind::Integer, 64);
        self.integer(i64, &[i])
    }

    /// Returns the integer with all bits set, or a splat of it.
    pub(crate) fn ones_of(&mut self, ty: u32) -> Option<u32> {
        let scalar = self.types.scalar(ty);
        let bits = self.types.get(scalar).filter(|row| row.kind == TypeKind::Integer)?.number as u32;
        let ones = self.make_number(scalar, &Integer::ones(bits))?;
        if scalar == ty { Some(ones) } else { self.make_splat(ty, ones) }
    }

    /// Returns whether all bits of an integer, or of each element of an integer splat, are set.
    pub(crate) fn is_ones(&mut self, value: u32) -> bool {
        let element = self.splat_of(value).unwrap_or(value);
        self.number(element).is_some_and(|number| number.is_ones())
    }

    /// Returns an expression, or the constant that it folds to.
    pub(super) fn expression(&mut self, opcode: Opcode, ty: u32, operands: &[u32]) -> u32 {
        let start = self.constants.words.len();
        self.constants.words.extend_from_slice(operands);
        self.composed_constant(Constant { sub: opcode as u8, ..plain(ConstantKind::Expression, ty) }, start)
    }

    /// Returns a boolean, or a splat of it if `like` is a vector.
    pub(crate) fn boolean(&mut self, like: u32, holds: bool) -> Option<u32> {
        let boolean = self.types.simple(TypeKind::Integer, 1);
        let ty = self.types.like(like, boolean);
        if holds { self.ones_of(ty) } else { self.zero(ty) }
    }
}

/// Returns whether all words are equal.
fn all_same(words: &[u32]) -> bool {
    words.split_first().is_some_and(|(first, rest)| rest.iter().all(|word| word == first))
}
