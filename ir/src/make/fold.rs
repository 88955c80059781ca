//! The constants that LLVM makes of expressions and aggregates when they are built.

use crate::constants::{Constant, ConstantKind};
use crate::instruction::Opcode;
use crate::make::Tables;
use crate::module::NONE;
use crate::types::TypeKind;

impl Tables<'_> {
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
        for kind in [ConstantKind::Poison, ConstantKind::Undef] {
            if self.is_of(base, kind) {
                return Some(self.simple_constant(kind, constant.ty));
            }
        }
        let is_nothing = |&v: &u32| self.is_zero(v) || self.is_of(v, ConstantKind::Undef);
        (indices.iter().all(is_nothing) && self.constants.get(base).map_or(NONE, |c| c.ty) == constant.ty)
            .then_some(base)
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
            ConstantKind::Expression => self.fold_casts(opcode, &c, ty),
            ConstantKind::Integer | ConstantKind::Float if opcode == Opcode::BitCast => match self.types.kind(ty) {
                _ if self.types.is_vector(c.ty) => None,
                TypeKind::Vector => Some(self.cast_of_vector(operand, &c, ty)),
                TypeKind::Integer => self.integer(ty, &[c.data]),
                _ => self.float(ty, [c.data, 0]),
            },
            _ => None,
        }
    }

    /// The bits of a number as a vector: those of a vector of it alone.
    fn cast_of_vector(&mut self, operand: u32, c: &Constant, ty: u32) -> u32 {
        let vector = self.types.composed(TypeKind::Vector, 1, &[c.ty]);
        let start = self.constants.words.len();
        let whole = self.aggregate(vector, &[operand]);
        if vector == ty {
            return whole;
        }
        self.constants.words.push(whole);
        let cast = Constant { sub: Opcode::BitCast as u8, ..super::plain(ConstantKind::Expression, ty) };
        self.composed_constant(cast, start.max(self.constants.words.len() - 1))
    }

    /// One cast in the place of two.
    fn fold_casts(&mut self, second: Opcode, c: &Constant, ty: u32) -> Option<u32> {
        let first = Opcode::from_number(c.sub as u64)?;
        let &operand = self.constants.operands(c).first()?;
        let opcode = match (first, second) {
            (Opcode::Trunc | Opcode::PtrToInt, Opcode::Trunc) => first,
            (Opcode::AddrSpaceCast, Opcode::AddrSpaceCast)
                if self.constants.get(operand).map_or(NONE, |c| c.ty) == ty =>
            {
                return Some(operand);
            }
            (Opcode::AddrSpaceCast, Opcode::AddrSpaceCast) => first,
            _ => return None,
        };
        let start = self.constants.words.len();
        self.constants.words.push(operand);
        let cast = Constant { sub: opcode as u8, ..super::plain(ConstantKind::Expression, ty) };
        Some(self.composed_constant(cast, start))
    }

    /// Folds integers of up to 64 bits, and an operand beside a zero that changes nothing.
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
