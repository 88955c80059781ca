//! The default values of integer constants, including those of `OpSpecConstantOp`.

use super::constants::{sign_extended, spec_id};
use super::types::Length;
use crate::binary::{Id, Instruction, Module, Op};
use rustc_hash::FxHashMap;

/// An integer or boolean: its bits, with zeros above, and its width.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Integer {
    bits: u64,
    width: u32,
}

impl Integer {
    fn new(bits: u64, width: u32) -> Self {
        Self { bits: bits & u64::MAX.checked_shr(64_u32.saturating_sub(width)).unwrap_or_default(), width }
    }

    fn signed(self) -> i64 {
        sign_extended(self.bits, self.width)
    }
}

/// The integer constants of a module.
#[derive(Debug)]
pub(super) struct Constants<'m, 'w> {
    /// The module.
    pub module: &'m Module<'w>,
    values: FxHashMap<Id, Integer>,
}

impl<'m, 'w> Constants<'m, 'w> {
    /// Computes the constants of a module, each after its operands.
    pub fn of(module: &'m Module<'w>) -> Self {
        let mut constants = Self { module, values: FxHashMap::default() };
        for inst in module.globals() {
            if let Some((id, value)) = inst.result_id().and_then(|id| Some((id, constants.value(inst)?))) {
                constants.values.insert(id, value);
            }
        }
        constants
    }

    /// Returns the length that a constant stands for, and the `SpecId` by which it can be set.
    pub fn length(&self, id: Id) -> Length {
        Length { value: self.values.get(&id).map(|value| value.bits), spec_id: spec_id(self.module, id) }
    }

    fn value(&self, inst: Instruction<'_>) -> Option<Integer> {
        let width = self.width(inst.result_type()?)?;
        let bits = match inst.opcode() {
            Op::ConstantTrue | Op::SpecConstantTrue => 1,
            Op::ConstantFalse | Op::SpecConstantFalse | Op::ConstantNull => 0,
            Op::Constant | Op::SpecConstant => match inst.in_operands() {
                [low, high, ..] => u64::from(*high) << 32 | u64::from(*low),
                [low] => u64::from(*low),
                [] => return None,
            },
            Op::SpecConstantOp => return self.computed(inst, width),
            _ => return None,
        };
        Some(Integer::new(bits, width))
    }

    /// Returns the width of a type of integers, or of booleans.
    fn width(&self, ty: Id) -> Option<u32> {
        let ty = self.module.definition(ty)?;
        match ty.opcode() {
            Op::TypeBool => Some(1),
            Op::TypeInt => ty.operand(0).ok().filter(|width| *width <= 64),
            _ => None,
        }
    }

    fn computed(&self, inst: Instruction<'_>, width: u32) -> Option<Integer> {
        let (op, operands) = inst.in_operands().split_first()?;
        let op = Op::from_u32(*op)?;
        if op == Op::CompositeExtract {
            return self.extracted(operands);
        }
        let values: Option<Vec<_>> = operands.iter().map(|id| self.values.get(id).copied()).collect();
        let bits = match *values?.as_slice() {
            [a] => unary(op, a)?,
            [a, b] => binary(op, a, b)?,
            [condition, a, b] if op == Op::Select => {
                if condition.bits == 1 {
                    a.bits
                } else {
                    b.bits
                }
            }
            _ => return None,
        };
        Some(Integer::new(bits, width))
    }

    /// Returns a part of a composite constant.
    fn extracted(&self, operands: &[u32]) -> Option<Integer> {
        let (composite, path) = operands.split_first()?;
        let mut id = *composite;
        for index in path {
            let parts = self
                .module
                .definition(id)
                .filter(|inst| matches!(inst.opcode(), Op::ConstantComposite | Op::SpecConstantComposite))?;
            id = *parts.in_operands().get(*index as usize)?;
        }
        self.values.get(&id).copied()
    }
}

fn unary(op: Op, a: Integer) -> Option<u64> {
    Some(match op {
        Op::SNegate => a.bits.wrapping_neg(),
        Op::Not => !a.bits,
        Op::LogicalNot => 1 - a.bits,
        Op::SConvert => a.signed() as u64,
        Op::UConvert | Op::Bitcast => a.bits,
        _ => return None,
    })
}

fn binary(op: Op, a: Integer, b: Integer) -> Option<u64> {
    let (x, y) = (a.bits, b.bits);
    let shift = u32::try_from(y).ok().filter(|by| *by < a.width);
    Some(match op {
        Op::IAdd => x.wrapping_add(y),
        Op::ISub => x.wrapping_sub(y),
        Op::IMul => x.wrapping_mul(y),
        Op::UDiv => x.checked_div(y)?,
        Op::UMod => x.checked_rem(y)?,
        Op::SDiv => a.signed().checked_div(b.signed())? as u64,
        Op::SRem => a.signed().checked_rem(b.signed())? as u64,
        Op::SMod => {
            let rest = a.signed().checked_rem(b.signed())?;
            (if rest != 0 && (rest < 0) != (b.signed() < 0) { rest.wrapping_add(b.signed()) } else { rest }) as u64
        }
        Op::ShiftLeftLogical => x << shift?,
        Op::ShiftRightLogical => x >> shift?,
        Op::ShiftRightArithmetic => (a.signed() >> shift?) as u64,
        Op::BitwiseAnd | Op::LogicalAnd => x & y,
        Op::BitwiseOr | Op::LogicalOr => x | y,
        Op::BitwiseXor => x ^ y,
        _ => compared(op, a, b)?.into(),
    })
}

fn compared(op: Op, a: Integer, b: Integer) -> Option<bool> {
    let (x, y) = (a.bits, b.bits);
    Some(match op {
        Op::IEqual | Op::LogicalEqual => x == y,
        Op::INotEqual | Op::LogicalNotEqual => x != y,
        Op::ULessThan => x < y,
        Op::ULessThanEqual => x <= y,
        Op::UGreaterThan => x > y,
        Op::UGreaterThanEqual => x >= y,
        Op::SLessThan => a.signed() < b.signed(),
        Op::SLessThanEqual => a.signed() <= b.signed(),
        Op::SGreaterThan => a.signed() > b.signed(),
        Op::SGreaterThanEqual => a.signed() >= b.signed(),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operations() {
        let (a, b) = (Integer::new(u64::MAX, 32), Integer::new(3, 32));
        assert_eq!((a.signed(), a.bits), (-1, u64::from(u32::MAX)));
        assert_eq!(binary(Op::SDiv, a, b), Some(0));
        assert_eq!(binary(Op::SMod, a, b), Some(2));
        assert_eq!(binary(Op::UDiv, b, Integer::new(0, 32)), None);
        assert_eq!(binary(Op::ShiftLeftLogical, b, Integer::new(32, 32)), None);
        assert_eq!((binary(Op::SLessThan, a, b), binary(Op::ULessThan, a, b)), (Some(1), Some(0)));
        assert_eq!(unary(Op::SConvert, a), Some(u64::MAX));
    }
}
