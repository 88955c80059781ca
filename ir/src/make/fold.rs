//! The constants that LLVM makes of expressions and aggregates when they are built.

use crate::constants::{Constant, ConstantKind};
use crate::instruction::Opcode;
use crate::module::{Module, NONE};
use crate::types::TypeKind;

impl Module {
    /// The constant that takes the place of one whose words are in the pool.
    pub(super) fn fold(&mut self, constant: &Constant) -> Option<u32> {
        match constant.kind {
            ConstantKind::Aggregate => self.fold_aggregate(constant),
            ConstantKind::Expression => self.fold_expression(constant),
            ConstantKind::Gep if self.constants.words(constant).get(1) == Some(&NONE) => self.fold_gep(constant),
            _ => None,
        }
    }

    /// True for zero of its type, all of whose bits are.
    pub(crate) fn is_zero(&self, value: u32) -> bool {
        self.constants.get(value).is_some_and(|c| match c.kind {
            ConstantKind::Null => true,
            ConstantKind::Integer | ConstantKind::Float => c.data == 0,
            ConstantKind::WideInteger => c.count == 0,
            ConstantKind::WideFloat => self.constants.wide(c).iter().all(|&word| word == 0),
            _ => false,
        })
    }

    fn is_of(&self, value: u32, kind: ConstantKind) -> bool {
        self.constants.get(value).is_some_and(|c| c.kind == kind)
    }

    fn fold_aggregate(&mut self, constant: &Constant) -> Option<u32> {
        let operands = self.constants.operands(constant);
        let &first = operands.first()?;
        let kind = if self.is_zero(first) {
            ConstantKind::Null
        } else {
            self.constants
                .get(first)
                .map(|c| c.kind)
                .filter(|k| matches!(k, ConstantKind::Undef | ConstantKind::Poison))?
        };
        let fits = |&v: &u32| if kind == ConstantKind::Null { self.is_zero(v) } else { self.is_of(v, kind) };
        operands.iter().all(fits).then(|| self.simple_constant(kind, constant.ty))
    }

    fn fold_gep(&mut self, constant: &Constant) -> Option<u32> {
        let (&base, indices) = self.constants.operands(constant).split_first()?;
        if self.is_of(base, ConstantKind::Poison) {
            return Some(self.simple_constant(ConstantKind::Poison, constant.ty));
        }
        let is_nothing = |&v: &u32| self.is_zero(v) || self.is_of(v, ConstantKind::Undef);
        (indices.iter().all(is_nothing) && self.type_of(base) == constant.ty).then_some(base)
    }

    fn fold_expression(&mut self, constant: &Constant) -> Option<u32> {
        let opcode = Opcode::from_number(constant.sub as u64)?;
        let operands = self.constants.operands(constant);
        match *operands {
            [operand] if opcode.is_cast() => self.fold_cast(opcode, operand, constant.ty),
            [a, b] if matches!(opcode, Opcode::Add | Opcode::Sub | Opcode::Xor) => self.fold_binary(opcode, a, b),
            _ => None,
        }
    }

    fn fold_cast(&mut self, opcode: Opcode, operand: u32, ty: u32) -> Option<u32> {
        let c = *self.constants.get(operand)?;
        if opcode == Opcode::BitCast && c.ty == ty {
            return Some(operand);
        }
        match c.kind {
            ConstantKind::Poison => Some(self.simple_constant(ConstantKind::Poison, ty)),
            // Upper bits of an extension are zero.
            ConstantKind::Undef if !matches!(opcode, Opcode::ZExt | Opcode::SExt) => {
                Some(self.simple_constant(ConstantKind::Undef, ty))
            }
            _ if self.is_zero(operand) && opcode != Opcode::AddrSpaceCast => self.zero(ty),
            ConstantKind::Integer if opcode == Opcode::Trunc => self.integer(ty, &[c.data]),
            ConstantKind::WideInteger if opcode == Opcode::Trunc => {
                let words = self.constants.wide(&c).to_vec();
                self.integer(ty, &words)
            }
            ConstantKind::Integer | ConstantKind::Float if opcode == Opcode::BitCast => {
                let is_vector = self.types.is_vector(ty) || self.types.is_vector(c.ty);
                match self.types.kind(ty) {
                    _ if is_vector => None,
                    TypeKind::Integer => self.integer(ty, &[c.data]),
                    _ => self.float(ty, [c.data, 0]),
                }
            }
            _ => None,
        }
    }

    /// Integers of up to 64 bits, and what a zero leaves as it is.
    fn fold_binary(&mut self, opcode: Opcode, a: u32, b: u32) -> Option<u32> {
        let (left, right) = (*self.constants.get(a)?, *self.constants.get(b)?);
        if left.kind == ConstantKind::Poison || right.kind == ConstantKind::Poison {
            return Some(self.simple_constant(ConstantKind::Poison, left.ty));
        }
        if left.kind == ConstantKind::Undef || right.kind == ConstantKind::Undef {
            // Both are the same value of no value: nothing is left.
            let both = left.kind == right.kind && opcode == Opcode::Xor;
            return if both { self.zero(left.ty) } else { Some(self.simple_constant(ConstantKind::Undef, left.ty)) };
        }
        if self.is_zero(b) {
            return Some(a);
        }
        if self.is_zero(a) && opcode != Opcode::Sub {
            return Some(b);
        }
        if left.kind != ConstantKind::Integer || right.kind != ConstantKind::Integer {
            return None;
        }
        let number = match opcode {
            Opcode::Add => left.data.wrapping_add(right.data),
            Opcode::Sub => left.data.wrapping_sub(right.data),
            _ => left.data ^ right.data,
        };
        self.integer(left.ty, &[number])
    }
}
