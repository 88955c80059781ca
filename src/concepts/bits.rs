//! Bits and booleans (SPIR-V 3.42.14 "Bit Instructions", `OpLogical...` of 3.42.15).
//!
//! In LLVM IR: shifts and bitwise instructions; on `i1` they are the logical instructions, since SPIR-V keeps booleans
//! apart from integers. `xor x, -1` is `OpNot`, on `i1` `OpLogicalNot`.

use super::rows::rows;
use super::{types, values};
use crate::error::{Error, Result};
use crate::llvm::{Opcode, Value};
use crate::state::Forward;
use ::spirv::Op;

rows! {
    /// On integers: two operands of the result's type.
    binary: Opcode = Op;
    both {
        LLVMShl = ShiftLeftLogical, LLVMLShr = ShiftRightLogical, LLVMAShr = ShiftRightArithmetic,
        LLVMAnd = BitwiseAnd, LLVMOr = BitwiseOr, LLVMXor = BitwiseXor,
    }
}

rows! {
    /// On booleans, where arithmetic is modulo 2.
    logical: Opcode = Op;
    both { LLVMAnd = LogicalAnd, LLVMOr = LogicalOr, LLVMXor = LogicalNotEqual }
    forward { LLVMAdd = LogicalNotEqual, LLVMSub = LogicalNotEqual, LLVMMul = LogicalAnd }
}

// --- LLVM to SPIR-V ---

/// Shifts and bitwise instructions on integers.
pub fn forward<'m>(f: &mut Forward<'m>, inst: Value<'m>, op: Op) -> Result<()> {
    let ty = types::forward(f, inst.ty())?;
    let left = values::nth(f, inst, 0)?.id;
    if op == Op::BitwiseXor && is_all_ones(values::child(inst, 1)?) {
        return f.define(inst, Op::Not, ty, &[left]).map(drop);
    }
    let right = values::nth(f, inst, 1)?.id;
    let result = f.define(inst, op, ty, &[left, right])?;
    super::decorations::arithmetic_flags(f, inst, result.id)
}

/// Arithmetic and bitwise instructions on `i1` and vectors of it.
pub fn forward_logical<'m>(f: &mut Forward<'m>, inst: Value<'m>, opcode: Opcode) -> Result<()> {
    let op = logical::to_spirv(opcode).ok_or_else(|| Error::unsupported("this instruction on i1"))?;
    let ty = types::forward(f, inst.ty())?;
    let left = values::nth(f, inst, 0)?.id;
    if opcode == Opcode::LLVMXor && is_all_ones(values::child(inst, 1)?) {
        return f.define(inst, Op::LogicalNot, ty, &[left]).map(drop);
    }
    let right = values::nth(f, inst, 1)?.id;
    f.define(inst, op, ty, &[left, right]).map(drop)
}

/// Is every bit of this constant, or of each of its components, 1?
fn is_all_ones(value: Value<'_>) -> bool {
    let ones = |v: Value<'_>| {
        let width = v.ty().int_width();
        (1..=64).contains(&width) && v.int_value() == Some(u64::MAX >> (64 - width))
    };
    if !value.ty().is_vector() {
        return ones(value);
    }
    (0..value.ty().count() as u32).all(|i| value.aggregate_element(i).is_some_and(ones))
}
