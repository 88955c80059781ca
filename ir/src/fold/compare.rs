//! Folds comparisons of constants.

use super::binary::order;
use super::float;
use crate::constants::ConstantKind;
use crate::global::{Global, GlobalKind, Linkage};
use crate::instruction::{Opcode, Predicate, flag};
use crate::make::Tables;
use crate::types::TypeKind;
use std::cmp::Ordering;

/// The `unnamed_addr` of a global whose address is insignificant everywhere, so that it may equal another one.
const UNNAMED_EVERYWHERE: u8 = 1;

/// The relation of two constants, as far as it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Relation {
    Equal,
    Different,
    /// The first one is greater as an unsigned number.
    Greater,
}

impl Predicate {
    /// Returns the predicate for exchanged operands.
    pub fn swapped(self) -> Predicate {
        use Predicate::*;
        match self {
            Ogt => Olt,
            Olt => Ogt,
            Oge => Ole,
            Ole => Oge,
            FUgt => FUlt,
            FUlt => FUgt,
            FUge => FUle,
            FUle => FUge,
            Ugt => Ult,
            Ult => Ugt,
            Uge => Ule,
            Ule => Uge,
            Sgt => Slt,
            Slt => Sgt,
            Sge => Sle,
            Sle => Sge,
            other => other,
        }
    }

    /// Returns the inverse of an `icmp` predicate.
    pub(crate) fn opposite(self) -> Predicate {
        use Predicate::*;
        match self {
            Eq => Ne,
            Ne => Eq,
            Ugt => Ule,
            Ule => Ugt,
            Uge => Ult,
            Ult => Uge,
            Sgt => Sle,
            Sle => Sgt,
            Sge => Slt,
            Slt => Sge,
            other => other,
        }
    }

    /// Returns whether this is an `icmp` predicate.
    pub fn is_integer(self) -> bool {
        self >= Predicate::Eq
    }

    /// Returns whether the predicate holds for equal operands; an `fcmp` predicate must hold for NaN operands, too.
    pub fn holds_for_equal(self) -> bool {
        use Predicate::*;
        matches!(self, Eq | Uge | Ule | Sge | Sle | Ueq | FUge | FUle | TrueF)
    }

    /// Returns whether the predicate holds for integers in an order, which is signed if the predicate is.
    fn holds_for(self, order: Ordering) -> bool {
        use Predicate::*;
        match self {
            Eq => order.is_eq(),
            Ne => order.is_ne(),
            Ugt | Sgt => order.is_gt(),
            Uge | Sge => order.is_ge(),
            Ult | Slt => order.is_lt(),
            _ => order.is_le(),
        }
    }

    /// Returns whether the predicate holds for operands in a relation; `None` if the relation does not decide it.
    fn decided(self, relation: Relation) -> Option<bool> {
        use Predicate::*;
        match (relation, self) {
            (Relation::Equal, _) => Some(self.holds_for_equal()),
            (_, Eq) => Some(false),
            (_, Ne) => Some(true),
            (Relation::Greater, Ugt | Uge) => Some(true),
            (Relation::Greater, Ult | Ule) => Some(false),
            _ => None,
        }
    }
}

impl Tables<'_> {
    /// Folds a comparison of two constants of one type, as LLVM's `ConstantFoldCompareInstruction` does.
    pub(crate) fn fold_compare(&mut self, globals: &[Global], predicate: Predicate, a: u32, b: u32) -> Option<u32> {
        let ty = self.type_of(a);
        if matches!(predicate, Predicate::FalseF | Predicate::TrueF) {
            return self.boolean(ty, predicate == Predicate::TrueF);
        }
        if self.is_undef(a) || self.is_undef(b) {
            return self.compare_undef(predicate, a, b);
        }
        // No unsigned number is less than zero.
        if self.is_zero(b) && matches!(predicate, Predicate::Uge | Predicate::Ult) {
            return self.boolean(ty, predicate == Predicate::Uge);
        }
        if let (Some(x), Some(y)) = (self.number(a), self.number(b)) {
            let signed = predicate >= Predicate::Sgt;
            return self.boolean(ty, predicate.holds_for(order(signed, &x, &y)));
        }
        if let (Some((format, x)), Some((_, y))) = (self.floating(a), self.floating(b)) {
            return self.boolean(ty, float::holds(predicate, float::order(format, x, y)?));
        }
        if let Some(folded) = self.compare_booleans(predicate, a, b) {
            return Some(folded);
        }
        if self.types.is_vector(ty)
            && let Some(folded) = self.compare_vectors(globals, predicate, a, b)
        {
            return Some(folded);
        }
        if !predicate.is_integer() {
            let decided = a == b && matches!(predicate, Predicate::One | Predicate::Ueq);
            return if decided { self.boolean(ty, predicate == Predicate::Ueq) } else { None };
        }
        let (relation, predicate) = match self.relation(globals, a, b) {
            Some(relation) => (relation, predicate),
            None => (self.relation(globals, b, a)?, predicate.swapped()),
        };
        self.boolean(ty, predicate.decided(relation)?)
    }

    fn compare_undef(&mut self, predicate: Predicate, a: u32, b: u32) -> Option<u32> {
        let ty = self.type_of(a);
        let boolean = self.types.simple(TypeKind::Integer, 1);
        let result = self.types.like(ty, boolean);
        if self.is_poison(a) || self.is_poison(b) {
            return Some(self.poison_of(result));
        }
        let equality = matches!(predicate, Predicate::Eq | Predicate::Ne);
        if equality || predicate.is_integer() && a == b {
            return Some(self.undef_of(result));
        }
        let unordered = predicate as u8 & 8 != 0;
        self.boolean(ty, if predicate.is_integer() { predicate.holds_for_equal() } else { unordered })
    }

    /// Folds a comparison of `i1` expressions to `xor`.
    fn compare_booleans(&mut self, predicate: Predicate, a: u32, b: u32) -> Option<u32> {
        let ty = self.type_of(a);
        self.types.get(ty).filter(|row| row.kind == TypeKind::Integer && row.number == 1)?;
        let ones = self.ones_of(ty)?;
        match predicate {
            Predicate::Ne => Some(self.expression(Opcode::Xor, ty, &[a, b])),
            Predicate::Eq if self.number(b).is_some() => {
                let not = self.expression(Opcode::Xor, ty, &[b, ones]);
                Some(self.expression(Opcode::Xor, ty, &[a, not]))
            }
            Predicate::Eq => {
                let not = self.expression(Opcode::Xor, ty, &[a, ones]);
                Some(self.expression(Opcode::Xor, ty, &[not, b]))
            }
            _ => None,
        }
    }

    fn compare_vectors(&mut self, globals: &[Global], predicate: Predicate, a: u32, b: u32) -> Option<u32> {
        let ty = self.type_of(a);
        let boolean = self.types.simple(TypeKind::Integer, 1);
        let result = self.types.like(ty, boolean);
        if let (Some(x), Some(y)) = (self.splat_of(a), self.splat_of(b))
            && let Some(folded) = self.fold_compare(globals, predicate, x, y)
        {
            return self.make_splat(result, folded);
        }
        let (left, right) = (self.elements(a)?, self.elements(b)?);
        let mut folded = Vec::with_capacity(left.len());
        for (x, y) in left.into_iter().zip(right) {
            folded.push(self.fold_compare(globals, predicate, x, y)?);
        }
        Some(self.aggregate(result, &folded))
    }

    /// Returns the relation of two constants, if it is known; the caller tries both orders.
    fn relation(&self, globals: &[Global], a: u32, b: u32) -> Option<Relation> {
        if a == b {
            return Some(Relation::Equal);
        }
        let (left, right) = (self.constants.get(a)?, self.constants.get(b)?);
        if self.types.kind(left.ty) != TypeKind::Pointer {
            return None;
        }
        match left.kind {
            ConstantKind::BlockAddress if right.kind == ConstantKind::Null => Some(Relation::Different),
            ConstantKind::BlockAddress if right.kind == ConstantKind::BlockAddress => {
                let other = self.constants.words(left).first() != self.constants.words(right).first();
                other.then_some(Relation::Different)
            }
            ConstantKind::Global => self.relation_of_global(globals, a, b),
            ConstantKind::Gep => {
                let (&base, indices) = self.constants.operands(left).split_first()?;
                let of = self.constants.get(base).filter(|base| base.kind == ConstantKind::Global)?;
                let global = globals.get(of.data as usize)?;
                if right.kind == ConstantKind::Null {
                    let known = global.linkage != Linkage::ExternalWeak && left.flags & flag::INBOUNDS != 0;
                    return known.then_some(Relation::Greater);
                }
                let nowhere = indices.iter().all(|index| self.is_zero(*index));
                let other = if right.kind == ConstantKind::Gep { self.base_without_indices(b)? } else { b };
                (nowhere && base != other).then(|| self.relation_of_globals(globals, base, other)).flatten()
            }
            _ => None,
        }
    }

    fn base_without_indices(&self, value: u32) -> Option<u32> {
        let (&base, indices) = self.constants.operands(self.constants.get(value)?).split_first()?;
        indices.iter().all(|index| self.is_zero(*index)).then_some(base)
    }

    fn relation_of_global(&self, globals: &[Global], a: u32, b: u32) -> Option<Relation> {
        let (left, right) = (self.constants.get(a)?, self.constants.get(b)?);
        match right.kind {
            ConstantKind::Global => self.relation_of_globals(globals, a, b),
            ConstantKind::BlockAddress => Some(Relation::Different),
            ConstantKind::Null => {
                let global = globals.get(left.data as usize)?;
                let known =
                    global.linkage != Linkage::ExternalWeak && global.kind != GlobalKind::Alias && global.space == 0;
                known.then_some(Relation::Greater)
            }
            _ => None,
        }
    }

    /// Returns `Different` for two globals that certainly have different addresses.
    fn relation_of_globals(&self, globals: &[Global], a: u32, b: u32) -> Option<Relation> {
        let certain = |value: u32| {
            let c = self.constants.get(value).filter(|c| c.kind == ConstantKind::Global)?;
            let global = globals.get(c.data as usize)?;
            let holds = global.kind != GlobalKind::Variable || !self.may_be_empty(global.ty);
            let fixed = !global.linkage.is_interposable() && global.unnamed_addr != UNNAMED_EVERYWHERE;
            (holds && fixed && global.kind != GlobalKind::Alias).then_some(())
        };
        certain(a).and(certain(b)).map(|()| Relation::Different)
    }

    /// Returns whether a type may have a size of zero bytes.
    fn may_be_empty(&self, ty: u32) -> bool {
        let mut ty = ty;
        for _ in 0..=self.types.rows.len() {
            match self.types.kind(ty) {
                TypeKind::Opaque => return true,
                TypeKind::Array if self.types.get(ty).is_some_and(|row| row.number == 0) => return true,
                TypeKind::Struct | TypeKind::NamedStruct | TypeKind::Array => {}
                _ => return false,
            }
            // A structure is empty if all its parts are; the first part stands for all of them.
            match self.types.parts(ty).first() {
                Some(&part) => ty = part,
                None => return true,
            }
        }
        true
    }
}
