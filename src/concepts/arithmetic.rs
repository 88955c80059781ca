//! Integer and floating-point arithmetic (SPIR-V 3.42.13 "Arithmetic Instructions").
//!
//! In LLVM IR: the instruction of the same name. `sub 0, x` is `OpSNegate`. Fast-math flags are the decoration
//! `FPFastMathMode`; `nsw` and `nuw` are `NoSignedWrap` and `NoUnsignedWrap` where SPIR-V 1.4 or
//! `SPV_KHR_no_integer_wrap_decoration` is allowed to be used; `exact` has no counterpart. Products and sums without
//! `contract` give their kernels the execution mode `ContractionOff`.

use super::rows::rows;
use super::{types, values};
use crate::error::Result;
use crate::llvm::{IntPredicate, Opcode, RealPredicate, Value, fast_math};
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
    f.body.is_uncontracted |= matches!(op, Op::FAdd | Op::FSub) && is_uncontracted(inst, [a, b]);
    let right = values::operand(f, b)?.id;
    let result = if op == Op::ISub && a.is_null() {
        f.define(inst, Op::SNegate, ty, &[right])?
    } else {
        let left = values::operand(f, a)?.id;
        f.define(inst, op, ty, &[left, right])?
    };
    super::decorations::arithmetic_flags(f, inst, result.id)
}

/// Is this a sum with a product, neither of which may be contracted to a fused multiply-add? SPIR-V allows that unless
/// the entry point has the mode `ContractionOff`.
fn is_uncontracted<'m>(sum: Value<'m>, terms: [Value<'m>; 2]) -> bool {
    let is_strict = |inst: Value<'m>| inst.fast_math() & fast_math::CONTRACT == 0;
    is_strict(sum) && terms.iter().any(|term| term.is_op(Opcode::LLVMFMul) && is_strict(*term))
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

/// `OpSMod` and `OpFMod`, whose result has the sign of the divisor: the remainder, and the divisor added to it where it
/// is not zero and of the other sign.
pub fn reverse_modulo<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    let (a, b) = (r.operand(inst, 0)?, r.operand(inst, 1)?);
    let float = inst.opcode() == Op::FMod;
    let (remainder, add) =
        if float { (Opcode::LLVMFRem, Opcode::LLVMFAdd) } else { (Opcode::LLVMSRem, Opcode::LLVMAdd) };
    let rest = r.builder.binary(remainder, a, b)?;
    let zero = r.context.const_null(rest.ty())?;
    let (nonzero, differ) = if float {
        let (left, right) = (negative_float(r, rest, zero)?, negative_float(r, b, zero)?);
        let nonzero = r.builder.compare_float(RealPredicate::LLVMRealUNE, rest, zero)?;
        (nonzero, r.builder.binary(Opcode::LLVMXor, left, right)?)
    } else {
        let signs = r.builder.binary(Opcode::LLVMXor, rest, b)?;
        let nonzero = r.builder.compare_int(IntPredicate::LLVMIntNE, rest, zero)?;
        (nonzero, r.builder.compare_int(IntPredicate::LLVMIntSLT, signs, zero)?)
    };
    let fix = r.builder.binary(Opcode::LLVMAnd, nonzero, differ)?;
    let fixed = r.builder.binary(add, rest, b)?;
    let value = r.builder.select(fix, fixed, rest)?;
    r.define(inst, value)
}

fn negative_float<'m>(r: &Reverse<'m>, v: Value<'m>, zero: Value<'m>) -> Result<Value<'m>> {
    r.builder.compare_float(RealPredicate::LLVMRealOLT, v, zero)
}

/// `OpVectorTimesScalar`.
pub fn reverse_scale<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    let vector = r.operand(inst, 0)?;
    let scalar = super::composites::reverse_splat(r, r.operand(inst, 1)?, vector.ty())?;
    let value = r.builder.binary(Opcode::LLVMFMul, vector, scalar)?;
    super::decorations::reverse_flags(r, inst, value)?;
    r.define(inst, value)
}
