//! Integer and floating-point arithmetic (SPIR-V 3.42.13 "Arithmetic Instructions").
//!
//! In LLVM IR: the instruction of the same name. `sub 0, x` is `OpSNegate`. Fast-math flags are the decoration
//! `FPFastMathMode`; `nsw` and `nuw` are `NoSignedWrap` and `NoUnsignedWrap` where SPIR-V 1.4 or
//! `SPV_KHR_no_integer_wrap_decoration` is allowed to be used; `exact` has no counterpart. Contraction has a file of
//! its own ([`contraction`]).

use super::rows::rows;
use super::{contraction, types, values};
use crate::error::Result;
use crate::llvm::{IntPredicate, Opcode, RealPredicate, Value};
use crate::spirv::Instruction;
use crate::state::{Forward, Reverse};
use ::spirv::Op;

rows! {
    /// Two operands of the result's type.
    binary: Opcode = Op;
    both {
        LLVMAdd = IAdd, LLVMSub = ISub, LLVMMul = IMul,
        LLVMUDiv = UDiv, LLVMSDiv = SDiv, LLVMURem = UMod, LLVMSRem = SRem,
        LLVMFAdd = FAdd, LLVMFSub = FSub, LLVMFMul = FMul, LLVMFDiv = FDiv, LLVMFRem = FRem,
    }
}

// --- LLVM to SPIR-V ---

/// `add` to `frem`.
pub fn forward<'m>(f: &mut Forward<'m>, inst: Value<'m>, op: Op) -> Result<()> {
    let ty = types::forward(f, inst.ty())?;
    let (a, b) = (values::child(inst, 0)?, values::child(inst, 1)?);
    if matches!(op, Op::FAdd | Op::FSub) {
        contraction::forward_sum(f, inst, [a, b]);
    }
    // The instructions of a constant expression stand before this one when they come back, and so before its constants.
    let computed = if super::constants::is_computed(a) { Some(values::operand(f, a)?.id) } else { None };
    let right = values::operand(f, b)?.id;
    let result = if op == Op::ISub && a.is_null() {
        f.define(inst, Op::SNegate, ty, &[right])?
    } else {
        let left = computed.map_or_else(|| values::operand(f, a).map(|left| left.id), Ok)?;
        f.define(inst, op, ty, &[left, right])?
    };
    super::decorations::arithmetic_flags(f, inst, result.id)
}

/// `fneg`.
pub fn forward_negate<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    let ty = types::forward(f, inst.ty())?;
    let operand = values::nth(f, inst, 0)?.id;
    let result = f.define(inst, Op::FNegate, ty, &[operand])?;
    super::decorations::arithmetic_flags(f, inst, result.id)
}

// --- SPIR-V to LLVM ---

/// `OpIAdd` to `OpFRem`.
pub fn reverse<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>, opcode: Opcode) -> Result<()> {
    if let Some(value) = super::constants::folded_binary(r, inst, opcode)? {
        return r.alias(inst, value).map(drop);
    }
    let value = r.builder.binary(opcode, r.operand(inst, 0)?, r.operand(inst, 1)?)?;
    super::decorations::reverse_flags(r, inst, value)?;
    r.define(inst, value)
}

/// `OpSNegate`.
pub fn reverse_negate<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    let operand = r.operand(inst, 0)?;
    let zero = super::constants::reverse_splat(r, operand.ty(), 0)?;
    let value = r.builder.binary(Opcode::LLVMSub, zero, operand)?;
    super::decorations::reverse_flags(r, inst, value)?;
    r.define(inst, value)
}

/// `OpFNegate`.
pub fn reverse_float_negate<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    let value = r.builder.fneg(r.operand(inst, 0)?)?;
    super::decorations::reverse_flags(r, inst, value)?;
    r.define(inst, value)
}

/// `OpSMod`, whose result has the sign of the divisor: the remainder, and the divisor added to it where it is not zero
/// and the signs differ. That sum cannot overflow.
pub fn reverse_signed_modulo<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    let (a, b) = (r.operand(inst, 0)?, r.operand(inst, 1)?);
    let zero = r.context.const_null(a.ty())?;
    let rest = r.name_as_peer(r.builder.binary(Opcode::LLVMSRem, a, b)?, "srem.res");
    let signs = r.name_as_peer(r.builder.binary(Opcode::LLVMXor, a, b)?, "xor.res");
    let differ = r.name_as_peer(r.builder.compare_int(IntPredicate::LLVMIntSLT, signs, zero)?, "cmpsign.res");
    let nonzero = r.name_as_peer(r.builder.compare_int(IntPredicate::LLVMIntNE, rest, zero)?, "cmpsrem.res");
    let fixed = r.name_as_peer(r.builder.binary(Opcode::LLVMAdd, rest, b)?, "add.res");
    fixed.set_nsw(true)?;
    let fix = r.name_as_peer(r.builder.binary(Opcode::LLVMAnd, differ, nonzero)?, "cmp.res");
    let value = r.builder.select(fix, fixed, rest)?;
    r.define(inst, value)
}

/// `OpFMod`, likewise: where the remainder has the sign of the divisor, it is the result; a zero gets that sign.
pub fn reverse_float_modulo<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    let (a, b) = (r.operand(inst, 0)?, r.operand(inst, 1)?);
    let rest = r.name_as_peer(r.builder.binary(Opcode::LLVMFRem, a, b)?, "frem.res");
    let signed = r.builder.call_intrinsic("llvm.copysign", rest.ty(), &[rest, b])?;
    let signed = r.name_as_peer(signed, "copysign.res");
    let fixed = r.name_as_peer(r.builder.binary(Opcode::LLVMFAdd, rest, b)?, "fadd.res");
    let differ = r.name_as_peer(r.builder.compare_float(RealPredicate::LLVMRealONE, rest, signed)?, "cmp.res");
    let value = r.builder.select(differ, fixed, signed)?;
    r.define(inst, value)
}

/// `OpVectorTimesScalar`.
pub fn reverse_scale<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    let vector = r.operand(inst, 0)?;
    let scalar = super::composites::reverse_splat(r, r.operand(inst, 1)?, vector.ty())?;
    let value = r.name_as_peer(r.builder.binary(Opcode::LLVMFMul, vector, scalar)?, "scale");
    super::decorations::reverse_flags(r, inst, value)?;
    r.define(inst, value)
}
