//! The elements of constant vectors, arrays and structures.

use super::{Draft, Value};
use crate::constants::{Constant, ConstantKind, element_bits};
use crate::make::Tables;
use crate::types::TypeKind;

impl<'d> Value<'d> {
    /// Returns the `i`th element or part of a constant, unless it is an expression.
    pub fn element(self, i: usize) -> Option<Value<'d>> {
        let draft = self.draft;
        let constant = draft.constant(self.number).filter(|_| self.is_constant())?;
        let part =
            self.ty().part(if matches!(self.ty().kind(), TypeKind::Array | TypeKind::Vector) { 0 } else { i })?;
        let number = match constant.kind {
            ConstantKind::Aggregate => draft.constants.borrow().operands(&constant).get(i).copied(),
            ConstantKind::Null => draft.const_null(part).ok().map(|value| value.number),
            ConstantKind::Undef => draft.undef(part).ok().map(|value| value.number),
            ConstantKind::Poison => draft.const_poison(part).ok().map(|value| value.number),
            ConstantKind::Data => draft.data_part(&constant, part.number, i),
            ConstantKind::Integer | ConstantKind::WideInteger | ConstantKind::Float | ConstantKind::WideFloat => {
                draft.splat_part(&constant, part.number)
            }
            _ => None,
        };
        number.map(|number| draft.value(number))
    }
}

impl Draft {
    fn number_of(&self, ty: u32, words: &[u64]) -> Option<u32> {
        let tables = &mut Tables { types: &mut self.types.borrow_mut(), constants: &mut self.constants.borrow_mut() };
        match words {
            _ if tables.types.kind(ty) == TypeKind::Integer => tables.integer(ty, words),
            [low, high, ..] => tables.float(ty, [*low, *high]),
            [low] => tables.float(ty, [*low, 0]),
            [] => tables.float(ty, [0, 0]),
        }
    }

    fn data_part(&self, constant: &Constant, ty: u32, i: usize) -> Option<u32> {
        let size = constant.sub as usize;
        let bits = {
            let constants = self.constants.borrow();
            let bytes = constants.data(constant, size).chunks_exact(size.max(1)).nth(i)?;
            element_bits(bytes)
        };
        self.number_of(ty, &[bits])
    }

    /// Returns the element of a splat vector.
    fn splat_part(&self, constant: &Constant, ty: u32) -> Option<u32> {
        let words = match constant.kind {
            ConstantKind::Integer | ConstantKind::Float => vec![constant.data],
            _ => self.constants.borrow().wide(constant).to_vec(),
        };
        self.number_of(ty, &words)
    }
}
