//! Bits and booleans (SPIR-V 3.42.14 "Bit Instructions", `OpLogical...` of 3.42.15).
//!
//! In LLVM IR: shifts and bitwise instructions; on `i1` they become the logical instructions, since SPIR-V
//! distinguishes booleans from integers. `xor x, -1` is `OpNot`, on `i1` `OpLogicalNot`.

use crate::binary::Instruction;
use crate::concepts::base::rows::rows;
use crate::concepts::base::{constants, mangled, types, values};
use crate::concepts::builtins::declare::{self, Effects};
use crate::error::{Error, Result};
use crate::llvm::{Opcode, Predicate, Type, Value};
use crate::options::BuiltinSpelling;
use crate::state::{Chapter, ConstantOperation, Forward, Operand, Reverse};
use ::spirv::Op;

rows! {
    /// On integers: two operands of the result's type.
    binary: Opcode = Op;
    both {
        Shl = ShiftLeftLogical, LShr = ShiftRightLogical, AShr = ShiftRightArithmetic,
        And = BitwiseAnd, Or = BitwiseOr, Xor = BitwiseXor,
    }
}

rows! {
    /// On booleans, where arithmetic is modulo 2.
    logical: Opcode = Op;
    both { And = LogicalAnd, Or = LogicalOr, Xor = LogicalNotEqual }
    forward { Add = LogicalNotEqual, Sub = LogicalNotEqual, Mul = LogicalAnd }
}

/// The chapter's instructions, and its hooks in the core chapters.
pub const CHAPTER: Chapter = Chapter {
    instructions: &[
        (binary::SPIRV, reverse),
        (logical::SPIRV, reverse),
        (&[Op::Not, Op::LogicalNot], reverse_not),
        (&[Op::BitCount, Op::BitReverse], reverse_intrinsic),
    ],
    llvm_instructions: &[(binary::LLVM, forward)],
    forward_operation: Some(binary::to_spirv),
    reverse_operation: Some(|op, _, _| {
        binary::to_llvm(op).or_else(|| logical::to_llvm(op)).map(ConstantOperation::Binary)
    }),
    ..Chapter::NONE
};

// --- LLVM to SPIR-V ---

/// Shifts and bitwise instructions on integers.
fn forward<'m>(f: &mut Forward<'m>, inst: Value<'m>, opcode: Opcode) -> Result<()> {
    if is_on_booleans(inst, opcode) {
        return forward_logical(f, inst, opcode);
    }
    forward_as(f, inst, opcode, inst).map(drop)
}

/// Emits a bitwise instruction on integers as the result of `value`: the instruction itself or a `freeze` of it.
pub fn forward_as<'m>(f: &mut Forward<'m>, inst: Value<'m>, opcode: Opcode, value: Value<'m>) -> Result<Operand> {
    let op = binary::to_spirv(opcode).ok_or_else(|| Error::internal("no operation on bits"))?;
    let ty = types::forward(f, inst.ty())?;
    let left = values::nth(f, inst, 0)?.id;
    if op == Op::BitwiseXor && is_all_ones(values::child(inst, 1)?) {
        return f.define(value, Op::Not, ty, &[left]);
    }
    let right = values::nth(f, inst, 1)?.id;
    let result = f.define(value, op, ty, &[left, right])?;
    crate::concepts::base::decorations::arithmetic_flags(f, inst, result.id)?;
    Ok(result)
}

/// Arithmetic and bitwise instructions on `i1` and vectors of it.
pub fn forward_logical<'m>(f: &mut Forward<'m>, inst: Value<'m>, opcode: Opcode) -> Result<()> {
    let left = values::nth(f, inst, 0)?;
    let Some(op) = logical::to_spirv(opcode) else { return forward_trivial(f, inst, left, opcode) };
    let ty = left.ty;
    let left = left.id;
    if opcode == Opcode::Xor && is_all_ones(values::child(inst, 1)?) {
        return f.define(inst, Op::LogicalNot, ty, &[left]).map(drop);
    }
    let right = values::nth(f, inst, 1)?.id;
    f.define(inst, op, ty, &[left, right]).map(drop)
}

/// Returns whether [`forward_logical`] translates this instruction.
pub fn is_on_booleans(inst: Value<'_>, opcode: Opcode) -> bool {
    is_logical(opcode) && inst.ty().scalar().is_int_of(1)
}

/// Returns whether [`forward_logical`] translates this instruction where its type is `i1`.
fn is_logical(opcode: Opcode) -> bool {
    use Opcode as O;
    logical::to_spirv(opcode).is_some()
        || matches!(opcode, O::UDiv | O::SDiv | O::URem | O::SRem | O::Shl | O::LShr | O::AShr)
}

/// Translates divisions and shifts of `i1`: the only legal divisor, and the only legal shift, leave the value unchanged.
fn forward_trivial<'m>(f: &mut Forward<'m>, inst: Value<'m>, left: Operand, opcode: Opcode) -> Result<()> {
    match opcode {
        Opcode::URem | Opcode::SRem => {
            let id = constants::zero(f, inst.ty(), left.ty)?;
            f.bind(inst, Operand { id, ty: left.ty })
        }
        _ => f.bind(inst, left),
    }
}

/// Returns whether every bit of this constant, or of each of its components, is 1.
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

// --- SPIR-V to LLVM ---

/// Shifts and bitwise instructions on integers, and the logical ones of booleans.
pub fn reverse<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    let opcode = binary::to_llvm(inst.opcode()).or_else(|| logical::to_llvm(inst.opcode()));
    let opcode = opcode.ok_or_else(|| Error::internal("no operation on bits"))?;
    let (a, mut b) = (r.operand(inst, 0)?, r.operand(inst, 1)?);
    if inst.opcode() == Op::LogicalNotEqual && r.options.policy.compares_booleans {
        return super::compare::reverse_as(r, inst, Predicate::Ne);
    }
    if a.ty() != b.ty() && matches!(opcode, Opcode::Shl | Opcode::LShr | Opcode::AShr) {
        b = resized(r, b, a.ty())?;
    }
    let value = r.builder.binary(opcode, a, b)?;
    crate::concepts::base::decorations::reverse_flags(r, inst, value)?;
    r.define(inst, value)
}

/// Returns a shift amount, which SPIR-V takes as unsigned, extended or truncated to the width of its base (S2-118,
/// S2-119). Truncation is correct, since a shift by the width or more is undefined.
fn resized<'m>(r: &Reverse<'m>, v: Value<'m>, ty: Type<'m>) -> Result<Value<'m>> {
    let wider = ty.scalar().int_width() > v.ty().scalar().int_width();
    r.builder.cast(if wider { Opcode::ZExt } else { Opcode::Trunc }, v, ty)
}

/// `OpNot` and `OpLogicalNot`.
fn reverse_not<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    let operand = r.operand(inst, 0)?;
    let ones = crate::concepts::base::constants::reverse_splat(r, operand.ty(), u64::MAX)?;
    let value = r.builder.binary(Opcode::Xor, operand, ones)?;
    r.define(inst, value)
}

/// Translates `OpBitCount` and `OpBitReverse`. A count may have another width than its operand.
fn reverse_intrinsic<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    let operand = r.operand(inst, 0)?;
    if inst.opcode() == Op::BitCount
        && r.options.policy.takes_popcount_for_bit_count
        && r.options.builtin_spelling != BuiltinSpelling::SpvIr
    {
        let param = mangled::mangled(r, r.type_of(inst.operand(0)?)?, true)?;
        let ty = r.result_ty(inst)?;
        let value = declare::call(r, "popcount", ty, &[param], &[operand], Effects::None)?;
        return r.define(inst, value);
    }
    let name = if inst.opcode() == Op::BitCount { "llvm.ctpop" } else { "llvm.bitreverse" };
    let mut value = r.builder.call_intrinsic(name, operand.ty(), &[operand])?;
    let ty = r.result_ty(inst)?;
    if value.ty() != ty && ty.scalar().is_int() {
        value = resized(r, value, ty)?;
    }
    r.define(inst, value)
}
