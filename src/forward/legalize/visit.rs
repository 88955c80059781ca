//! Which instruction is rewritten where: a line a class.

use super::rewrite::Rewriter;
use super::scan::is_aggregate;
use super::{
    aggregates, atomics, bfloats, bits, calls, casts, control, divide, integers, lanes, memory, pointers, variadic,
};
use crate::error::{Code, Error, Result};
use crate::llvm::{Opcode, Value, ValueKind};

/// Rewrites an instruction of which result or operands are not legal. The builder stands before it.
pub fn instruction<'m>(w: &mut Rewriter<'m>, inst: Value<'m>) -> Result<()> {
    use Opcode as O;
    let opcode = inst.opcode().ok_or_else(|| Error::internal("no instruction"))?;
    if w.forms.scan.rewrites_bfloat() && bfloats::instruction(w, inst)? {
        return Ok(());
    }
    match opcode {
        O::LLVMAdd | O::LLVMSub | O::LLVMMul | O::LLVMUDiv | O::LLVMSDiv | O::LLVMURem | O::LLVMSRem => binary(w, inst),
        O::LLVMShl | O::LLVMLShr | O::LLVMAShr | O::LLVMAnd | O::LLVMOr | O::LLVMXor => binary(w, inst),
        O::LLVMFAdd | O::LLVMFSub | O::LLVMFMul | O::LLVMFDiv | O::LLVMFRem => binary(w, inst),
        O::LLVMFNeg => negate(w, inst),
        O::LLVMICmp => compare_int(w, inst),
        O::LLVMFCmp => compare_float(w, inst),
        O::LLVMSelect => select(w, inst),
        O::LLVMFreeze => freeze(w, inst),
        O::LLVMBitCast => bits::cast(w, inst),
        O::LLVMTrunc | O::LLVMZExt | O::LLVMSExt => casts::integer(w, inst),
        // They count leading zeros, and scale.
        O::LLVMUIToFP | O::LLVMSIToFP => w.as_without_extensions(inst, casts::to_float),
        O::LLVMFPToUI | O::LLVMFPToSI => w.as_without_extensions(inst, casts::from_float),
        O::LLVMFPExt | O::LLVMFPTrunc | O::LLVMAddrSpaceCast => casts::plain(w, inst),
        O::LLVMPtrToInt | O::LLVMPtrToAddr => casts::from_pointer(w, inst),
        O::LLVMIntToPtr => casts::to_pointer(w, inst),
        O::LLVMExtractElement => lanes::extract(w, inst),
        O::LLVMInsertElement => lanes::insert(w, inst),
        O::LLVMShuffleVector => lanes::shuffle(w, inst),
        O::LLVMExtractValue => aggregates::extract(w, inst),
        O::LLVMInsertValue => aggregates::insert(w, inst),
        O::LLVMLoad => memory::load(w, inst),
        O::LLVMStore => memory::store(w, inst),
        O::LLVMAlloca => memory::alloca(w, inst),
        O::LLVMAtomicRMW => atomics::update(w, inst),
        O::LLVMVAArg => variadic::argument(w, inst),
        O::LLVMGetElementPtr => pointers::gep(w, inst),
        O::LLVMSwitch => control::switch(w, inst),
        O::LLVMRet => control::ret(w, inst),
        O::LLVMCall => calls::call(w, inst),
        _ => Err(unsupported(inst)),
    }
}

/// The error for an instruction that has no rule.
pub fn unsupported(inst: Value<'_>) -> Error {
    let opcode = inst.opcode().map(|opcode| format!("{opcode:?}")).unwrap_or_default();
    let ty = inst.operands().map(Value::ty).find(|ty| !ty.is_pointer()).unwrap_or(inst.ty());
    Error::of(
        Code::IllegalType,
        format!("the instruction {} of type {ty}", opcode.trim_start_matches("LLVM").to_lowercase()),
    )
}

/// An operand.
pub fn operand(inst: Value<'_>, index: u32) -> Result<Value<'_>> {
    inst.operand(index).ok_or_else(|| Error::internal(format!("no operand {index}")))
}

/// The flags of an instruction, on one that does the same to a part of it.
pub fn keep_flags<'m>(old: Value<'m>, new: Value<'m>) -> Result<()> {
    if !new.is_instruction() || old.opcode() != new.opcode() {
        return Ok(());
    }
    // Numbers that are held as their bits have no such flags.
    let is_float = new.ty().scalar().float_width() != 0 || new.is_op(Opcode::LLVMFCmp);
    if old.fast_math() != 0 && is_float {
        new.set_fast_math(old.fast_math())?;
    }
    for (is_set, set) in [
        (old.nuw(), Value::set_nuw as fn(Value<'m>, bool) -> Result<()>),
        (old.nsw(), Value::set_nsw),
        (old.exact(), Value::set_exact),
        (old.disjoint(), Value::set_disjoint),
        (old.nneg(), Value::set_nneg),
        (old.same_sign(), Value::set_same_sign),
    ] {
        if is_set {
            set(new, true)?;
        }
    }
    Ok(())
}

fn binary<'m>(w: &mut Rewriter<'m>, inst: Value<'m>) -> Result<()> {
    let opcode = inst.opcode().ok_or_else(|| Error::internal("no instruction"))?;
    let (odd, width) = (w.forms.numbers(inst.ty())?.is_held_otherwise(), inst.ty().scalar().int_width());
    let operands = [operand(inst, 0)?, operand(inst, 1)?];
    let parts = w.by_pieces(inst.ty(), &operands, |w, limbs| match limbs {
        [a, b] if a.len() > 1 && divide::is_division(opcode) => divide::wide(w, opcode, a, b, width),
        [a, b] if odd => integers::binary(&w.emit, opcode, a, b, width),
        [[a], [b]] => {
            let value = w.emit.binary(opcode, *a, *b)?;
            keep_flags(inst, value)?;
            Ok(vec![value])
        }
        _ => Err(unsupported(inst)),
    })?;
    w.define(inst, parts)
}

fn negate<'m>(w: &mut Rewriter<'m>, inst: Value<'m>) -> Result<()> {
    let parts = w.by_pieces(inst.ty(), &[operand(inst, 0)?], |w, limbs| match limbs {
        [[a]] => {
            let value = w.emit.builder.fneg(*a)?;
            keep_flags(inst, value)?;
            Ok(vec![value])
        }
        _ => Err(unsupported(inst)),
    })?;
    w.define(inst, parts)
}

fn compare_int<'m>(w: &mut Rewriter<'m>, inst: Value<'m>) -> Result<()> {
    let predicate = inst.int_predicate().ok_or_else(|| Error::internal("icmp without a predicate"))?;
    let operands = [operand(inst, 0)?, operand(inst, 1)?];
    let width = operands[0].ty().scalar().int_width();
    let parts = w.by_pieces(inst.ty(), &operands, |w, limbs| match limbs {
        [a, b] if width != 0 => Ok(vec![integers::compare(&w.emit, predicate, a, b, width)?]),
        [[a], [b]] => Ok(vec![w.emit.compare(predicate, *a, *b)?]),
        _ => Err(unsupported(inst)),
    })?;
    w.define(inst, parts)
}

fn compare_float<'m>(w: &mut Rewriter<'m>, inst: Value<'m>) -> Result<()> {
    let predicate = inst.real_predicate().ok_or_else(|| Error::internal("fcmp without a predicate"))?;
    let parts = w.by_pieces(inst.ty(), &[operand(inst, 0)?, operand(inst, 1)?], |w, limbs| match limbs {
        [[a], [b]] => {
            let value = w.emit.builder.compare_float(predicate, *a, *b)?;
            keep_flags(inst, value)?;
            Ok(vec![value])
        }
        _ => Err(unsupported(inst)),
    })?;
    w.define(inst, parts)
}

fn select<'m>(w: &mut Rewriter<'m>, inst: Value<'m>) -> Result<()> {
    let [condition, yes, no] = [operand(inst, 0)?, operand(inst, 1)?, operand(inst, 2)?];
    if is_aggregate(inst.ty()) {
        return aggregates::select(w, inst, condition, yes, no);
    }
    let parts = w.by_pieces(inst.ty(), &[condition, yes, no], |w, limbs| {
        let [[condition], yes, no] = limbs else { return Err(unsupported(inst)) };
        let mut parts = Vec::with_capacity(yes.len());
        for (yes, no) in yes.iter().zip(*no) {
            let part = w.emit.select(*condition, *yes, *no)?;
            keep_flags(inst, part)?;
            parts.push(part);
        }
        Ok(parts)
    })?;
    w.define(inst, parts)
}

/// `freeze` of parts. Of what is undefined, it is zero: SPIR-V's undefined values may differ from use to use.
fn freeze<'m>(w: &mut Rewriter<'m>, inst: Value<'m>) -> Result<()> {
    let value = operand(inst, 0)?;
    let mut parts = Vec::new();
    for part in w.parts(value)?.iter() {
        parts.push(match part.is_constant() {
            true => defined(w, *part)?,
            false => w.emit.builder.freeze(*part)?,
        });
    }
    w.define(inst, parts)
}

/// A constant with zero for what is undefined in it.
fn defined<'m>(w: &Rewriter<'m>, value: Value<'m>) -> Result<Value<'m>> {
    if value.is_undef() {
        return w.emit.context.const_null(value.ty());
    }
    if !matches!(
        value.kind(),
        ValueKind::LLVMConstantVectorValueKind
            | ValueKind::LLVMConstantStructValueKind
            | ValueKind::LLVMConstantArrayValueKind
    ) {
        return Ok(value);
    }
    let elements = value.operands().map(|element| defined(w, element)).collect::<Result<Vec<_>>>()?;
    match (value.ty().is_struct(), value.ty().element()) {
        (true, _) => w.emit.context.const_struct(value.ty(), &elements),
        (false, Some(element)) if value.ty().is_array() => w.emit.context.const_array(element, &elements),
        _ => w.emit.context.const_vector(&elements),
    }
}
