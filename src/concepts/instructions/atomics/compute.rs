//! The computations of `atomicrmw`, without the memory.

use crate::binary::Id;
use crate::concepts::base::emit::{ext as extended, extreme as float_extreme};
use crate::concepts::base::types;
use crate::error::Result;
use crate::llvm::{AtomicRmwOp as K, Type};
use crate::state::Forward;
use ::spirv::{Op, OpenClStd as Cl};

/// Emits the computation of the new value from the old one and the operand.
pub fn emit<'m>(f: &mut Forward<'m>, kind: K, ty: Type<'m>, old: Id, value: Id) -> Result<Id> {
    let number = types::forward(f, ty)?;
    if let Some(op) = plain(kind) {
        return Ok(f.emit_value(op, number, &[old, value])?.id);
    }
    match kind {
        K::Xchg => Ok(value),
        K::Nand => {
            let both = f.emit_value(Op::BitwiseAnd, number, &[old, value])?.id;
            Ok(f.emit_value(Op::Not, number, &[both])?.id)
        }
        K::FMax => extended(f, Cl::fmax, number, &[old, value]),
        K::FMin => extended(f, Cl::fmin, number, &[old, value]),
        K::FMaximum | K::FMinimum => {
            let (_, operands) = float_extreme(f, ty, old, value, kind == K::FMinimum)?;
            Ok(f.emit_value(Op::Select, number, &operands)?.id)
        }
        _ => compared(f, kind, number, old, value),
    }
}

/// Returns the instruction of operations that need only one.
fn plain(kind: K) -> Option<Op> {
    Some(match kind {
        K::Add => Op::IAdd,
        K::Sub => Op::ISub,
        K::And => Op::BitwiseAnd,
        K::Or => Op::BitwiseOr,
        K::Xor => Op::BitwiseXor,
        K::FAdd => Op::FAdd,
        K::FSub => Op::FSub,
        _ => return None,
    })
}

/// Emits operations that compare the old value with the operand.
fn compared(f: &mut Forward<'_>, kind: K, number: Id, old: Id, value: Id) -> Result<Id> {
    let boolean = types::int(f, 1)?;
    let test = match kind {
        K::Max => Op::SGreaterThan,
        K::Min => Op::SLessThan,
        K::UMax => Op::UGreaterThan,
        K::UMin => Op::ULessThan,
        K::UDecWrap => Op::UGreaterThan,
        K::UIncWrap | K::USubCond | K::USubSat => Op::UGreaterThanEqual,
        _ => return Err(super::no_such_operation(kind)),
    };
    let zero = f.spv.unique_constant(Op::ConstantNull, number, &[])?;
    let mut holds = f.emit_value(test, boolean, &[old, value])?.id;
    let (yes, no) = match kind {
        K::UIncWrap => (zero, step(f, Op::IAdd, number, old)?),
        K::UDecWrap => {
            let none = f.emit_value(Op::IEqual, boolean, &[old, zero])?.id;
            holds = f.emit_value(Op::LogicalOr, boolean, &[none, holds])?.id;
            (value, step(f, Op::ISub, number, old)?)
        }
        K::USubCond => (f.emit_value(Op::ISub, number, &[old, value])?.id, old),
        K::USubSat => (f.emit_value(Op::ISub, number, &[old, value])?.id, zero),
        _ => (old, value),
    };
    Ok(f.emit_value(Op::Select, number, &[holds, yes, no])?.id)
}

/// Emits an increment or decrement, by subtracting or adding minus one, which is all ones.
fn step(f: &mut Forward<'_>, op: Op, number: Id, old: Id) -> Result<Id> {
    let zero = f.spv.unique_constant(Op::ConstantNull, number, &[])?;
    let ones = f.emit_value(Op::Not, number, &[zero])?.id;
    let inverse = if op == Op::IAdd { Op::ISub } else { Op::IAdd };
    Ok(f.emit_value(inverse, number, &[old, ones])?.id)
}
