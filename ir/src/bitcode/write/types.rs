//! The TYPE block.
//!
//! A type follows its parts, except for parts that are named structures; the columns have the same order.

use super::Writer;
use super::shapes::{Letters, letters, shape, types as shapes};
use crate::bitcode::codes::block;
use crate::module::{Module, NONE};
use crate::types::{TypeKind, TypeRow};

/// Codes of records.
mod code {
    pub(super) const NUMBER_OF_TYPES: u32 = 1;
    pub(super) const OPAQUE: u32 = 6;
    pub(super) const INTEGER: u32 = 7;
    pub(super) const VECTOR: u32 = 12;
    pub(super) const STRUCT_NAME: u32 = 19;
    pub(super) const POINTER: u32 = 25;
    pub(super) const TARGET: u32 = 26;
}

/// Returns the code of a type that has no operands.
fn simple(kind: TypeKind) -> Option<u32> {
    Some(match kind {
        TypeKind::Void => 2,
        TypeKind::Float => 3,
        TypeKind::Double => 4,
        TypeKind::Label => 5,
        TypeKind::Half => 10,
        TypeKind::X86Fp80 => 13,
        TypeKind::Fp128 => 14,
        TypeKind::PpcFp128 => 15,
        TypeKind::Metadata => 16,
        TypeKind::Token => 22,
        TypeKind::BFloat => 23,
        TypeKind::X86Amx => 24,
        _ => return None,
    })
}

/// The numbers of the types that are used.
#[derive(Default)]
pub(super) struct TypeNumbers {
    used: Vec<bool>,
    numbers: Vec<u32>,
    /// The types in the order of their numbers.
    order: Vec<u32>,
}

impl TypeNumbers {
    pub(super) fn new(m: &Module) -> TypeNumbers {
        TypeNumbers { used: vec![false; m.types.rows.len()], ..TypeNumbers::default() }
    }

    /// Marks a type as used.
    #[inline(always)]
    pub(super) fn mark(&mut self, ty: u32) {
        if let Some(used) = self.used.get_mut(ty as usize) {
            *used = true;
        }
    }

    /// Numbers the marked types and their parts, parts first: a reader takes a type that is not yet defined for a named structure.
    pub(super) fn end(&mut self, m: &Module) {
        self.numbers = vec![NONE; self.used.len()];
        let mut stack = Vec::new();
        for first in (0..).zip(&self.used).filter(|(_, used)| **used).map(|(ty, _)| ty) {
            stack.push((first, false));
            while let Some((ty, has_parts)) = stack.pop() {
                let Some(slot) = self.numbers.get_mut(ty as usize).filter(|slot| **slot == NONE) else { continue };
                if has_parts {
                    *slot = self.order.len() as u32;
                    self.order.push(ty);
                } else {
                    stack.push((ty, true));
                    stack.extend(types_of(m, ty).iter().rev().map(|&part| (part, false)));
                }
            }
        }
    }

    /// Returns the number of types.
    pub(super) fn count(&self) -> u32 {
        self.order.len() as u32
    }

    /// The number of a type, or NONE.
    #[inline(always)]
    pub(super) fn number(&self, ty: u32) -> u32 {
        self.numbers.get(ty as usize).copied().unwrap_or(NONE)
    }
}

/// The parts of a type that are types.
fn types_of(m: &Module, ty: u32) -> &[u32] {
    let parts = m.types.parts(ty);
    match m.types.get(ty) {
        Some(row) if row.kind == TypeKind::Target => parts.get(..row.number as usize).unwrap_or(&[]),
        _ => parts,
    }
}

impl Writer<'_> {
    /// Writes the types.
    pub(super) fn types(&mut self) {
        let order = std::mem::take(&mut self.types.order);
        self.out.enter(block::TYPES, 4);
        shapes::SHAPES.iter().for_each(|fields| self.out.define(fields));
        self.out.record(code::NUMBER_OF_TYPES, &[order.len() as u64]);
        for &ty in &order {
            if let Some(row) = self.m.types.get(ty) {
                self.one_type(ty, row);
            }
        }
        self.out.leave();
        self.types.order = order;
    }

    fn one_type(&mut self, ty: u32, row: &TypeRow) {
        if let Some(code) = simple(row.kind) {
            return self.out.record(code, &[]);
        }
        let types: Vec<u64> = types_of(self.m, ty).iter().map(|&part| self.ty(part)).collect();
        let listed = |first: u64| [&[first][..], &types].concat();
        match row.kind {
            TypeKind::Integer => self.out.record(code::INTEGER, &[row.number]),
            TypeKind::Pointer if row.number == 0 => self.out.shaped(shape(shapes::SHAPES, shapes::POINTER), &[0]),
            TypeKind::Pointer => self.out.record(code::POINTER, &[row.number]),
            TypeKind::Array => self.out.shaped(shape(shapes::SHAPES, shapes::ARRAY), &listed(row.number)),
            TypeKind::Vector => self.out.record(code::VECTOR, &listed(row.number)),
            TypeKind::ScalableVector => self.out.record(code::VECTOR, &[listed(row.number), vec![1]].concat()),
            TypeKind::Struct => self.out.shaped(shape(shapes::SHAPES, shapes::STRUCT), &listed(row.number)),
            TypeKind::Function => self.out.shaped(shape(shapes::SHAPES, shapes::FUNCTION), &listed(row.number)),
            TypeKind::NamedStruct => {
                self.type_name(row);
                self.out.shaped(shape(shapes::SHAPES, shapes::NAMED_STRUCT), &listed(row.number));
            }
            TypeKind::Target => {
                self.type_name(row);
                let numbers = self.m.types.parts(ty).iter().skip(types.len()).map(|&number| number as u64);
                let record: Vec<u64> = [types.len() as u64].into_iter().chain(types).chain(numbers).collect();
                self.out.record(code::TARGET, &record);
            }
            _ => {
                self.type_name(row);
                self.out.record(code::OPAQUE, &[0]);
            }
        }
    }

    fn type_name(&mut self, row: &TypeRow) {
        let name = self.m.text(row.name);
        match letters(name) {
            _ if name.is_empty() => {}
            Letters::Six => self.shaped_text(shape(shapes::SHAPES, shapes::NAME), &[], name),
            _ => self.out.text(code::STRUCT_NAME, name),
        }
    }
}
