//! Integer and floating-point arithmetic (SPIR-V 3.42.13 "Arithmetic Instructions").
//!
//! In LLVM IR: the instruction of the same name. `sub 0, x` is `OpSNegate`. Fast-math flags are the decoration
//! `FPFastMathMode`; `nsw` and `nuw` are `NoSignedWrap` and `NoUnsignedWrap` where SPIR-V 1.4 or
//! `SPV_KHR_no_integer_wrap_decoration` is allowed to be used; `exact` has no counterpart.

use super::rows::rows;
use super::{types, values};
use crate::error::Result;
use crate::llvm::{Opcode, Value};
use crate::state::Forward;
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
    let right = values::operand(f, b)?.id;
    let result = if op == Op::ISub && a.is_null() {
        f.define(inst, Op::SNegate, ty, &[right])?
    } else {
        let left = values::operand(f, a)?.id;
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
