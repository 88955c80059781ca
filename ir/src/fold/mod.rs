//! Folds instructions on constants as LLVM's `ConstantFold.cpp` does: the folds that need no data layout.
//!
//! Flags (`nuw`, `exact`, fast-math) are ignored: an operation that violates its flags folds to the result without them. An operation
//! that does not fold is `None`; casts between addresses and integers, and sums of addresses, are then expressions (see
//! [`Draft::const_binary`](crate::draft::Draft::const_binary) and its siblings).

mod binary;
mod cast;
mod compare;
mod float;
mod integer;
mod parts;
mod vector;

pub(crate) use binary::{is_commutative, is_expression as is_binary_expression};
pub(crate) use cast::is_expression as is_cast_expression;

use crate::constants::{Constant, ConstantKind};
use crate::instruction::Opcode;
use crate::make::Tables;
use crate::module::NONE;

impl Tables<'_> {
    /// Returns the constant that replaces a constant whose words are in the pool, if it folds.
    pub(crate) fn fold(&mut self, constant: &Constant) -> Option<u32> {
        match constant.kind {
            ConstantKind::Aggregate => self.fold_aggregate(constant),
            ConstantKind::Expression => self.fold_expression(constant),
            ConstantKind::Gep if self.constants.words(constant).get(1) == Some(&NONE) => self.fold_gep(constant),
            _ => None,
        }
    }

    fn fold_aggregate(&mut self, constant: &Constant) -> Option<u32> {
        let operands = self.constants.operands(constant);
        let &first = operands.first()?;
        let kind = if self.is_zero(first) {
            ConstantKind::Null
        } else {
            let kind = self.constants.get(first).map(|c| c.kind);
            kind.filter(|kind| matches!(kind, ConstantKind::Undef | ConstantKind::Poison))?
        };
        let fits = |&v: &u32| if kind == ConstantKind::Null { self.is_zero(v) } else { self.is_of(v, kind) };
        operands.iter().all(fits).then(|| self.simple_constant(kind, constant.ty))
    }

    fn fold_gep(&mut self, constant: &Constant) -> Option<u32> {
        let (&base, indices) = self.constants.operands(constant).split_first()?;
        for kind in [ConstantKind::Poison, ConstantKind::Undef] {
            if self.is_of(base, kind) {
                return Some(self.simple_constant(kind, constant.ty));
            }
        }
        let is_nothing = |&v: &u32| self.is_zero(v) || self.is_undef(v);
        if !indices.iter().all(is_nothing) {
            return None;
        }
        if self.type_of(base) == constant.ty { Some(base) } else { self.make_splat(constant.ty, base) }
    }

    fn fold_expression(&mut self, constant: &Constant) -> Option<u32> {
        let opcode = Opcode::from_number(constant.sub as u64)?;
        match (opcode, self.constants.operands(constant)) {
            (_, &[operand]) if opcode.is_cast() => self.fold_cast(opcode, operand, constant.ty),
            (_, &[a, b]) if opcode.is_binary() => self.fold_binary(opcode, a, b),
            (Opcode::ExtractElement, &[vector, index]) => self.fold_extract_element(vector, index),
            (Opcode::InsertElement, &[vector, element, index]) => self.fold_insert_element(vector, element, index),
            (Opcode::ShuffleVector, &[a, b, mask]) => self.fold_shuffle(a, b, mask),
            _ => None,
        }
    }
}
