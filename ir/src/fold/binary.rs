//! Folds binary operators on constants: first identities, then `undef` and poison, numbers, and elements.

use super::float::{self, Format};
use super::integer::Integer;
use crate::constants::ConstantKind;
use crate::instruction::Opcode;
use crate::make::Tables;
use crate::types::TypeKind;
use std::cmp::Ordering;

/// The operand that may be neutral.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Both,
    Right,
}

/// The neutral element of an operation.
#[derive(Clone, Copy)]
enum Neutral {
    Zero,
    One,
    Ones,
    FloatOne,
    MinusZero,
}

/// Returns the neutral element of an operation and its side, if there is one.
fn neutral(opcode: Opcode) -> Option<(Neutral, Side)> {
    use Opcode::*;
    Some(match opcode {
        Add | Or | Xor => (Neutral::Zero, Side::Both),
        Sub | Shl | LShr | AShr => (Neutral::Zero, Side::Right),
        Mul => (Neutral::One, Side::Both),
        UDiv | SDiv => (Neutral::One, Side::Right),
        And => (Neutral::Ones, Side::Both),
        FAdd => (Neutral::MinusZero, Side::Both),
        FSub => (Neutral::Zero, Side::Right),
        FMul => (Neutral::FloatOne, Side::Both),
        FDiv => (Neutral::FloatOne, Side::Right),
        _ => return None,
    })
}

/// Returns whether LLVM has the binary operator as a constant expression.
pub(crate) fn is_expression(opcode: Opcode) -> bool {
    matches!(opcode, Opcode::Add | Opcode::Sub | Opcode::Xor)
}

/// Returns whether the operands of a binary operator can be exchanged.
pub(crate) fn is_commutative(opcode: Opcode) -> bool {
    use Opcode::*;
    matches!(opcode, Add | Mul | And | Or | Xor | FAdd | FMul)
}

fn is_division(opcode: Opcode) -> bool {
    use Opcode::*;
    matches!(opcode, UDiv | SDiv | URem | SRem)
}

impl Tables<'_> {
    /// Folds a binary operator on constants as LLVM's `ConstantFoldBinaryInstruction` does; flags do not matter.
    pub(crate) fn fold_binary(&mut self, opcode: Opcode, a: u32, b: u32) -> Option<u32> {
        if let Some((neutral, side)) = neutral(opcode) {
            if side == Side::Both && self.is_neutral(neutral, a) {
                return Some(b);
            }
            if self.is_neutral(neutral, b) {
                return Some(a);
            }
        }
        let ty = self.type_of(a);
        if self.is_poison(a) || self.is_poison(b) {
            return Some(self.poison_of(ty));
        }
        if self.lanes(ty).is_none() && (self.is_undef(a) || self.is_undef(b)) {
            return self.fold_undef(opcode, a, b);
        }
        let numbers = self.fold_numbers(opcode, a, b);
        numbers.or_else(|| self.fold_vectors(opcode, a, b)).or_else(|| self.fold_expressions(opcode, a, b))
    }

    fn is_neutral(&mut self, neutral: Neutral, value: u32) -> bool {
        if let Neutral::Zero = neutral {
            return self.is_zero(value);
        }
        let element = self.splat_of(value).unwrap_or(value);
        let number = self.number(element);
        match neutral {
            Neutral::One => number.is_some_and(|number| number.is_one()),
            Neutral::Ones => number.is_some_and(|number| number.is_ones()),
            Neutral::FloatOne => self.floating(element).is_some_and(|(format, bits)| is_one(format, bits)),
            _ => self.is_minus_zero(element),
        }
    }

    fn is_minus_zero(&self, value: u32) -> bool {
        self.floating(value).is_some_and(|(format, bits)| float::flipped(format, bits) == 0)
    }

    /// Folds an operation with an `undef` operand to the simplest possible value.
    fn fold_undef(&mut self, opcode: Opcode, a: u32, b: u32) -> Option<u32> {
        use Opcode::*;
        let ty = self.type_of(a);
        let both = self.is_undef(a) && self.is_undef(b);
        let by_undef = self.is_undef(b);
        match opcode {
            Xor if both => self.zero(ty),
            Add | Sub | Xor => Some(self.undef_of(ty)),
            And | Or | Mul if both => Some(a),
            And => self.zero(ty),
            Or => self.ones_of(ty),
            Mul => {
                let known = if by_undef { a } else { b };
                let known = self.splat_of(known).unwrap_or(known);
                if self.number(known).is_some_and(|number| number.bit(0)) {
                    Some(self.undef_of(ty))
                } else {
                    self.zero(ty)
                }
            }
            UDiv | SDiv | URem | SRem if by_undef || self.is_zero(b) => Some(self.poison_of(ty)),
            Shl | LShr | AShr if by_undef => Some(self.poison_of(ty)),
            UDiv | SDiv | URem | SRem | Shl | LShr | AShr => self.zero(ty),
            FSub if by_undef && self.is_minus_zero(a) => Some(b),
            _ if both => Some(a),
            _ => {
                let scalar = self.types.scalar(ty);
                let bits = Format::of(self.types.kind(scalar))?.nan();
                let nan = self.make_floating(scalar, bits)?;
                if scalar == ty { Some(nan) } else { self.make_splat(ty, nan) }
            }
        }
    }

    fn fold_numbers(&mut self, opcode: Opcode, a: u32, b: u32) -> Option<u32> {
        let ty = self.type_of(a);
        if opcode >= Opcode::FAdd {
            let ((format, x), (_, y)) = (self.floating(a)?, self.floating(b)?);
            let bits = float::binary(format, opcode, x, y)?;
            return self.make_floating(ty, bits);
        }
        let (x, y) = (self.number(a), self.number(b));
        match (&x, &y) {
            (Some(x), Some(y)) => match integers(opcode, x, y)? {
                Some(number) => self.make_number(ty, &number),
                None => Some(self.poison_of(ty)),
            },
            (None, Some(y)) => self.fold_right_number(opcode, a, b, y),
            (Some(x), None) => self.fold_left_number(opcode, a, b, x),
            _ => None,
        }
    }

    /// Folds an operation that a number on the right determines, whatever the left operand is.
    fn fold_right_number(&mut self, opcode: Opcode, a: u32, b: u32, y: &Integer) -> Option<u32> {
        use Opcode::*;
        let ty = self.type_of(a);
        match opcode {
            And | Mul if y.is_zero() => Some(b),
            Or if y.is_ones() => Some(b),
            _ if is_division(opcode) && y.is_zero() => Some(self.poison_of(ty)),
            URem | SRem if y.is_one() => self.zero(ty),
            _ => None,
        }
    }

    /// Exchanges the operands, so that the number is on the right, or folds zero.
    fn fold_left_number(&mut self, opcode: Opcode, a: u32, b: u32, x: &Integer) -> Option<u32> {
        use Opcode::*;
        if is_commutative(opcode) {
            return self.binary_or_expression(opcode, b, a);
        }
        let absorbs = matches!(opcode, Shl | LShr | AShr | UDiv | SDiv | URem | SRem);
        (absorbs && x.is_zero()).then_some(a)
    }

    /// Returns the folded constant, or an expression where LLVM has one.
    fn binary_or_expression(&mut self, opcode: Opcode, a: u32, b: u32) -> Option<u32> {
        if is_expression(opcode) {
            let ty = self.type_of(a);
            return Some(self.expression(opcode, ty, &[a, b]));
        }
        self.fold_binary(opcode, a, b)
    }

    fn fold_vectors(&mut self, opcode: Opcode, a: u32, b: u32) -> Option<u32> {
        let ty = self.type_of(a);
        if !self.types.is_vector(ty) {
            return None;
        }
        if let Some(y) = self.splat_of(b) {
            if is_division(opcode) && self.is_zero(y) {
                return Some(self.poison_of(ty));
            }
            if let Some(x) = self.splat_of(a) {
                let folded = self.binary_or_expression(opcode, x, y)?;
                return self.make_splat(ty, folded);
            }
        }
        let (left, right) = (self.elements(a)?, self.elements(b)?);
        let mut folded = Vec::with_capacity(left.len());
        for (x, y) in left.into_iter().zip(right) {
            folded.push(self.binary_or_expression(opcode, x, y)?);
        }
        Some(self.aggregate(ty, &folded))
    }

    /// Folds `(x + 1) + 2`, moves an expression to the left, and simplifies operations on `i1`.
    fn fold_expressions(&mut self, opcode: Opcode, a: u32, b: u32) -> Option<u32> {
        use Opcode::*;
        let ty = self.type_of(a);
        let is_expression = |tables: &Self, value| {
            tables.is_of(value, ConstantKind::Expression) || tables.is_of(value, ConstantKind::Gep)
        };
        if is_expression(self, a) {
            if matches!(opcode, Add | Mul | And | Or | Xor)
                && let Some(folded) = self.fold_associative(opcode, a, b)
            {
                return Some(folded);
            }
        } else if is_expression(self, b) && is_commutative(opcode) {
            return self.binary_or_expression(opcode, b, a);
        }
        let one_bit = self.types.get(ty).is_some_and(|row| row.kind == TypeKind::Integer && row.number == 1);
        match opcode {
            _ if !one_bit => None,
            Add | Sub => Some(self.expression(Xor, ty, &[a, b])),
            Shl | LShr | AShr | SDiv | UDiv => Some(a),
            URem | SRem => self.zero(ty),
            _ => None,
        }
    }

    fn fold_associative(&mut self, opcode: Opcode, a: u32, b: u32) -> Option<u32> {
        let c = *self.constants.get(a).filter(|c| c.kind == ConstantKind::Expression && c.sub == opcode as u8)?;
        let &[first, second] = self.constants.operands(&c) else { return None };
        let other = self.expression(opcode, c.ty, &[second, b]);
        let again = self.constants.get(other)?;
        if again.kind == ConstantKind::Expression && again.sub == opcode as u8 {
            return None;
        }
        Some(self.expression(opcode, c.ty, &[first, other]))
    }

    /// Returns `fneg` of a constant.
    pub(crate) fn fold_fneg(&mut self, value: u32) -> Option<u32> {
        let ty = self.type_of(value);
        if self.is_undef(value) {
            return Some(value);
        }
        if let Some((format, bits)) = self.floating(value) {
            return self.make_floating(ty, float::flipped(format, bits));
        }
        if let Some(element) = self.splat_of(value) {
            let folded = self.fold_fneg(element)?;
            return self.make_splat(ty, folded);
        }
        let elements = self.elements(value)?;
        let folded: Option<Vec<u32>> = elements.into_iter().map(|element| self.fold_fneg(element)).collect();
        Some(self.aggregate(ty, &folded?))
    }
}

/// Returns whether the bits are those of the number 1.
fn is_one(format: Format, bits: u128) -> bool {
    float::from_integer(format, &Integer::new(2, &[1]), false) == bits
}

/// Computes an operation on integers: `Some(None)` is poison, `None` means that it is not folded.
fn integers(opcode: Opcode, a: &Integer, b: &Integer) -> Option<Option<Integer>> {
    use Opcode::*;
    let shift = || b.small().filter(|by| *by < a.bits as u64).map(|by| by as u32);
    Some(match opcode {
        Add => Some(a.add(b)),
        Sub => Some(a.sub(b)),
        Mul => Some(a.mul(b)?),
        And => Some(a.and(b)),
        Or => Some(a.or(b)),
        Xor => Some(a.xor(b)),
        Shl => shift().map(|by| a.shl(by)),
        LShr => shift().map(|by| a.lshr(by)),
        AShr => shift().map(|by| a.ashr(by)),
        UDiv | SDiv | URem | SRem if b.is_zero() => None,
        URem | SRem if b.is_one() => Some(Integer::new(a.bits, &[])),
        SDiv | SRem if a.is_least() && b.is_ones() => None,
        UDiv => Some(a.divided(b)?.0),
        URem => Some(a.divided(b)?.1),
        SDiv => Some(a.divided_signed(b)?.0),
        SRem => Some(a.divided_signed(b)?.1),
        _ => return None,
    })
}

/// Compares two integers as signed or unsigned numbers.
pub(super) fn order(signed: bool, a: &Integer, b: &Integer) -> Ordering {
    if signed { a.compare_signed(b) } else { a.compare(b) }
}
