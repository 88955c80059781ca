//! Conversions (SPIR-V 3.42.11 "Conversion Instructions").
//!
//! In LLVM IR: the cast instructions. From `i1` they are `OpSelect`, to `i1` a test of the lowest bit, since SPIR-V does
//! not convert booleans. Conversions that saturate or round otherwise than LLVM's are builtins (see `builtins`).

use super::rows::rows;
use super::{compare, constants, types, values};
use crate::error::{Error, Result};
use crate::llvm::{Opcode, Value};
use crate::state::{Forward, Operand};
use ::spirv::Op;

rows! {
    /// Casts between numbers. `UConvert` and `FConvert` say less than LLVM: the way back chooses by width.
    cast: Opcode = Op;
    both {
        LLVMFPToUI = ConvertFToU, LLVMFPToSI = ConvertFToS, LLVMUIToFP = ConvertUToF, LLVMSIToFP = ConvertSToF,
        LLVMBitCast = Bitcast,
    }
    forward {
        LLVMZExt = UConvert, LLVMTrunc = UConvert, LLVMSExt = SConvert, LLVMFPExt = FConvert, LLVMFPTrunc = FConvert,
    }
}

// --- LLVM to SPIR-V ---

/// A cast between numbers.
pub fn forward<'m>(f: &mut Forward<'m>, inst: Value<'m>, opcode: Opcode) -> Result<()> {
    let source = values::child(inst, 0)?;
    let operand = values::operand(f, source)?;
    if source.ty().scalar().is_int_of(1) && opcode != Opcode::LLVMBitCast {
        return from_boolean(f, inst, operand, opcode);
    }
    if inst.ty().scalar().is_int_of(1) && opcode != Opcode::LLVMBitCast {
        return to_boolean(f, inst, operand, opcode);
    }
    if source.ty() == inst.ty() || inst.ty().is_pointer() {
        return f.bind(inst, operand);
    }
    if opcode == Opcode::LLVMBitCast && (source.ty().scalar().is_int_of(1) || inst.ty().scalar().is_int_of(1)) {
        return Err(Error::unsupported("bitcast between vectors of i1 and integers"));
    }
    let op = cast::to_spirv(opcode).ok_or_else(|| Error::unsupported(format!("the cast {opcode:?}")))?;
    let ty = types::forward(f, inst.ty())?;
    f.define(inst, op, ty, &[operand.id]).map(drop)
}

/// `zext`, `sext`, `uitofp`, `sitofp` of `i1`.
fn from_boolean<'m>(f: &mut Forward<'m>, inst: Value<'m>, from: Operand, opcode: Opcode) -> Result<()> {
    let ty = types::forward(f, inst.ty())?;
    let signed = matches!(opcode, Opcode::LLVMSExt | Opcode::LLVMSIToFP);
    if inst.ty().scalar().is_int() {
        let operands = compare::boolean_to_int(f, from.id, inst.ty(), signed)?;
        return f.define(inst, Op::Select, ty, &operands).map(drop);
    }
    let one = constants::float_splat(f, inst.ty(), if signed { -1.0 } else { 1.0 })?;
    let zero = constants::null(f, ty)?;
    f.define(inst, Op::Select, ty, &[from.id, one, zero]).map(drop)
}

/// `trunc`, `fptoui`, `fptosi` to `i1`.
fn to_boolean<'m>(f: &mut Forward<'m>, inst: Value<'m>, from: Operand, opcode: Opcode) -> Result<()> {
    let source = values::child(inst, 0)?.ty();
    let ty = types::forward(f, inst.ty())?;
    if opcode != Opcode::LLVMTrunc {
        // In range are only 0 and one other value, so that the test against 0 says all.
        let zero = constants::null(f, from.ty)?;
        return f.define(inst, Op::FUnordNotEqual, ty, &[from.id, zero]).map(drop);
    }
    let one = constants::splat(f, source, 1)?;
    let bit = f.emit_value(Op::BitwiseAnd, from.ty, &[from.id, one])?.id;
    let zero = constants::splat(f, source, 0)?;
    f.define(inst, Op::INotEqual, ty, &[bit, zero]).map(drop)
}
