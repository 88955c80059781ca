//! Integer and floating-point arithmetic (SPIR-V 3.42.13 "Arithmetic Instructions").
//!
//! In LLVM IR: the instruction of the same name. `sub 0, x` is `OpSNegate`. Fast-math flags are the decoration
//! `FPFastMathMode`; `nsw` and `nuw` are `NoSignedWrap` and `NoUnsignedWrap` where SPIR-V 1.4 or
//! `SPV_KHR_no_integer_wrap_decoration` is allowed to be used; `exact` has no counterpart. Contraction has a file of
//! its own ([`contraction`]).

use super::bits;
use crate::binary::Instruction;
use crate::concepts::base::rows::rows;
use crate::concepts::base::{contraction, types, values};
use crate::concepts::builtins;
use crate::error::{Error, Result};
use crate::llvm::{Opcode, Predicate, Value};
use crate::options::BuiltinSpelling;
use crate::state::{Chapter, ConstantOperation, Forward, Reverse};
use ::spirv::Op;

rows! {
    /// Two operands of the result's type.
    binary: Opcode = Op;
    both {
        Add = IAdd, Sub = ISub, Mul = IMul,
        UDiv = UDiv, SDiv = SDiv, URem = UMod, SRem = SRem,
        FAdd = FAdd, FSub = FSub, FMul = FMul, FDiv = FDiv, FRem = FRem,
    }
}

/// The chapter's instructions, and its hooks in the core chapters.
pub const CHAPTER: Chapter = Chapter {
    instructions: &[
        (binary::SPIRV, reverse),
        (&[Op::SNegate], reverse_negate),
        (&[Op::FNegate], reverse_float_negate),
        (&[Op::SMod], reverse_signed_modulo),
        (&[Op::FMod], reverse_float_modulo),
        (&[Op::VectorTimesScalar], reverse_scale),
    ],
    llvm_instructions: &[(binary::LLVM, forward), (&[Opcode::FNeg], |f, inst, _| forward_negate(f, inst))],
    forward_operation: Some(binary::to_spirv),
    reverse_operation: Some(|op, _, _| binary::to_llvm(op).map(ConstantOperation::Binary)),
    ..Chapter::NONE
};

// --- LLVM to SPIR-V ---

/// `add` to `frem`.
fn forward<'m>(f: &mut Forward<'m>, inst: Value<'m>, opcode: Opcode) -> Result<()> {
    if bits::is_on_booleans(inst, opcode) {
        return bits::forward_logical(f, inst, opcode);
    }
    let op = binary::to_spirv(opcode).ok_or_else(|| Error::internal("no arithmetic"))?;
    let ty = types::forward(f, inst.ty())?;
    let (a, b) = (values::child(inst, 0)?, values::child(inst, 1)?);
    if matches!(op, Op::FAdd | Op::FSub) {
        contraction::forward_sum(f, inst, [a, b]);
    }
    let right = values::operand(f, b)?.id;
    let result = if op == Op::ISub && a.is_null() {
        f.define(inst, Op::SNegate, ty, &[right])?
    } else {
        let left = values::operand(f, a)?.id;
        f.define(inst, op, ty, &[left, right])?
    };
    crate::concepts::base::decorations::arithmetic_flags(f, inst, result.id)
}

/// `fneg`.
fn forward_negate<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    let ty = types::forward(f, inst.ty())?;
    let operand = values::nth(f, inst, 0)?.id;
    let result = f.define(inst, Op::FNegate, ty, &[operand])?;
    crate::concepts::base::decorations::arithmetic_flags(f, inst, result.id)
}

// --- SPIR-V to LLVM ---

/// `OpIAdd` to `OpFRem`.
fn reverse<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    let opcode = binary::to_llvm(inst.opcode()).ok_or_else(|| Error::internal("no arithmetic"))?;
    let value = r.builder.binary(opcode, r.operand(inst, 0)?, r.operand(inst, 1)?)?;
    crate::concepts::base::decorations::reverse_flags(r, inst, value)?;
    r.define(inst, value)
}

/// `OpSNegate`.
fn reverse_negate<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    let operand = r.operand(inst, 0)?;
    let zero = crate::concepts::base::constants::reverse_splat(r, operand.ty(), 0)?;
    let value = r.builder.binary(Opcode::Sub, zero, operand)?;
    crate::concepts::base::decorations::reverse_flags(r, inst, value)?;
    r.define(inst, value)
}

/// `OpFNegate`.
fn reverse_float_negate<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    let value = r.builder.fneg(r.operand(inst, 0)?)?;
    crate::concepts::base::decorations::reverse_flags(r, inst, value)?;
    r.define(inst, value)
}

/// `OpSMod`, whose result has the sign of the divisor: the remainder, and the divisor added to it where it is not zero
/// and the signs differ. That sum cannot overflow. OpenCL C has no name for it, so that its spellings compute it.
fn reverse_signed_modulo<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    if r.options.builtin_spelling == BuiltinSpelling::SpvIr {
        return builtins::reverse_generic(r, inst);
    }
    let (a, b) = (r.operand(inst, 0)?, r.operand(inst, 1)?);
    let zero = r.context.const_null(a.ty())?;
    let rest = r.name_intermediate(r.builder.binary(Opcode::SRem, a, b)?, "srem.res");
    let signs = r.name_intermediate(r.builder.binary(Opcode::Xor, a, b)?, "xor.res");
    let differ = r.name_intermediate(r.builder.compare_int(Predicate::Slt, signs, zero)?, "cmpsign.res");
    let nonzero = r.name_intermediate(r.builder.compare_int(Predicate::Ne, rest, zero)?, "cmpsrem.res");
    let fixed = r.name_intermediate(r.builder.binary(Opcode::Add, rest, b)?, "add.res");
    fixed.set_nsw(true)?;
    let fix = r.name_intermediate(r.builder.binary(Opcode::And, differ, nonzero)?, "cmp.res");
    let value = r.builder.select(fix, fixed, rest)?;
    r.define(inst, value)
}

/// `OpFMod`, likewise: where the remainder has the sign of the divisor, it is the result; a zero gets that sign.
fn reverse_float_modulo<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    if r.options.builtin_spelling == BuiltinSpelling::SpvIr {
        return builtins::reverse_generic(r, inst);
    }
    let (a, b) = (r.operand(inst, 0)?, r.operand(inst, 1)?);
    let rest = r.name_intermediate(r.builder.binary(Opcode::FRem, a, b)?, "frem.res");
    let signed = r.builder.call_intrinsic("llvm.copysign", rest.ty(), &[rest, b])?;
    let signed = r.name_intermediate(signed, "copysign.res");
    let fixed = r.name_intermediate(r.builder.binary(Opcode::FAdd, rest, b)?, "fadd.res");
    let differ = r.name_intermediate(r.builder.compare_float(Predicate::One, rest, signed)?, "cmp.res");
    let value = r.builder.select(differ, fixed, signed)?;
    r.define(inst, value)
}

/// `OpVectorTimesScalar`.
fn reverse_scale<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    if r.options.builtin_spelling == BuiltinSpelling::SpvIr {
        return builtins::reverse_generic(r, inst);
    }
    let vector = r.operand(inst, 0)?;
    let scalar = super::composites::reverse_splat(r, r.operand(inst, 1)?, vector.ty())?;
    let value = r.name_intermediate(r.builder.binary(Opcode::FMul, vector, scalar)?, "scale");
    crate::concepts::base::decorations::reverse_flags(r, inst, value)?;
    r.define(inst, value)
}
