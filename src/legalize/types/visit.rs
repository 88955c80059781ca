//! The rewriting rule of each class of instructions, one line per class.

use super::rewrite::Rewriter;
use super::{
    aggregates, atomics, bfloats, bits, calls, casts, control, divide, integers, lanes, memory, pointers, variadic,
};
use crate::error::{Error, Result};
use crate::legalize::kit::instruction::{keep_flags, operand, unsupported};
use crate::legalize::kit::kinds::is_aggregate;
use crate::llvm::{Opcode, Value, ValueKind};

/// Rewrites an instruction whose result or operands are illegal. The builder stands in front of it.
pub fn instruction<'m>(w: &mut Rewriter<'m>, inst: Value<'m>) -> Result<()> {
    use Opcode as O;
    let opcode = inst.opcode().ok_or_else(|| Error::internal("no instruction"))?;
    if w.actions.scan.rewrites_bfloat() && bfloats::instruction(w, inst)? {
        return Ok(());
    }
    match opcode {
        O::Add | O::Sub | O::Mul | O::UDiv | O::SDiv | O::URem | O::SRem => binary(w, inst),
        O::Shl | O::LShr | O::AShr | O::And | O::Or | O::Xor => binary(w, inst),
        O::FAdd | O::FSub | O::FMul | O::FDiv | O::FRem => binary(w, inst),
        O::FNeg => negate(w, inst),
        O::ICmp => compare_int(w, inst),
        O::FCmp => compare_float(w, inst),
        O::Select => select(w, inst),
        O::Freeze => freeze(w, inst),
        O::BitCast => bits::cast(w, inst),
        O::Trunc | O::ZExt | O::SExt => casts::integer(w, inst),
        // They count leading zeros, and scale.
        O::UiToFp | O::SiToFp => w.as_without_extensions(inst, casts::to_float),
        O::FpToUi | O::FpToSi => w.as_without_extensions(inst, casts::from_float),
        O::FpExt | O::FpTrunc | O::AddrSpaceCast => casts::plain(w, inst),
        O::PtrToInt | O::PtrToAddr => casts::from_pointer(w, inst),
        O::IntToPtr => casts::to_pointer(w, inst),
        O::ExtractElement => lanes::extract(w, inst),
        O::InsertElement => lanes::insert(w, inst),
        O::ShuffleVector => lanes::shuffle(w, inst),
        O::ExtractValue => aggregates::extract(w, inst),
        O::InsertValue => aggregates::insert(w, inst),
        O::Load => memory::load(w, inst),
        O::Store => memory::store(w, inst),
        O::Alloca => memory::alloca(w, inst),
        O::AtomicRmw => atomics::update(w, inst),
        O::VaArg => variadic::argument(w, inst),
        O::GetElementPtr => pointers::gep(w, inst),
        O::Switch => control::switch(w, inst),
        O::Ret => control::ret(w, inst),
        O::Call => calls::call(w, inst),
        _ => Err(unsupported(inst)),
    }
}

fn binary<'m>(w: &mut Rewriter<'m>, inst: Value<'m>) -> Result<()> {
    let opcode = inst.opcode().ok_or_else(|| Error::internal("no instruction"))?;
    let (illegal, width) = (w.actions.numbers(inst.ty())?.is_resized(), inst.ty().scalar().int_width());
    let operands = [operand(inst, 0)?, operand(inst, 1)?];
    let expanded = w.by_pieces(inst.ty(), &operands, |w, limbs| match limbs {
        [a, b] if a.len() > 1 && divide::is_division(opcode) => divide::wide(w, opcode, a, b, width),
        [a, b] if illegal => integers::binary(&w.emit, opcode, a, b, width),
        [[a], [b]] => {
            // Folded to an operand, it would give that its own promises.
            let value = w.emit.builder.binary(opcode, *a, *b)?;
            keep_flags(inst, value)?;
            Ok(vec![value])
        }
        _ => Err(unsupported(inst)),
    })?;
    w.define(inst, expanded)
}

fn negate<'m>(w: &mut Rewriter<'m>, inst: Value<'m>) -> Result<()> {
    let expanded = w.by_pieces(inst.ty(), &[operand(inst, 0)?], |w, limbs| match limbs {
        [[a]] => {
            let value = w.emit.builder.fneg(*a)?;
            keep_flags(inst, value)?;
            Ok(vec![value])
        }
        _ => Err(unsupported(inst)),
    })?;
    w.define(inst, expanded)
}

fn compare_int<'m>(w: &mut Rewriter<'m>, inst: Value<'m>) -> Result<()> {
    let predicate = inst.int_predicate().ok_or_else(|| Error::internal("icmp without a predicate"))?;
    let operands = [operand(inst, 0)?, operand(inst, 1)?];
    let width = operands[0].ty().scalar().int_width();
    let expanded = w.by_pieces(inst.ty(), &operands, |w, limbs| match limbs {
        [a, b] if width != 0 => Ok(vec![integers::compare(&w.emit, predicate, a, b, width)?]),
        [[a], [b]] => Ok(vec![w.emit.compare(predicate, *a, *b)?]),
        _ => Err(unsupported(inst)),
    })?;
    w.define(inst, expanded)
}

fn compare_float<'m>(w: &mut Rewriter<'m>, inst: Value<'m>) -> Result<()> {
    let predicate = inst.real_predicate().ok_or_else(|| Error::internal("fcmp without a predicate"))?;
    let expanded = w.by_pieces(inst.ty(), &[operand(inst, 0)?, operand(inst, 1)?], |w, limbs| match limbs {
        [[a], [b]] => {
            let value = w.emit.builder.compare_float(predicate, *a, *b)?;
            keep_flags(inst, value)?;
            Ok(vec![value])
        }
        _ => Err(unsupported(inst)),
    })?;
    w.define(inst, expanded)
}

fn select<'m>(w: &mut Rewriter<'m>, inst: Value<'m>) -> Result<()> {
    let [condition, yes, no] = [operand(inst, 0)?, operand(inst, 1)?, operand(inst, 2)?];
    if is_aggregate(inst.ty()) {
        return aggregates::select(w, inst, condition, yes, no);
    }
    let expanded = w.by_pieces(inst.ty(), &[condition, yes, no], |w, limbs| {
        let [[condition], yes, no] = limbs else { return Err(unsupported(inst)) };
        let mut expanded = Vec::with_capacity(yes.len());
        for (yes, no) in yes.iter().zip(*no) {
            let part = w.emit.select(*condition, *yes, *no)?;
            if ![yes, no].contains(&&part) {
                keep_flags(inst, part)?;
            }
            expanded.push(part);
        }
        Ok(expanded)
    })?;
    w.define(inst, expanded)
}

/// Lowers `freeze` of each part. An undefined part becomes zero, since an undefined value of SPIR-V may differ from use
/// to use.
fn freeze<'m>(w: &mut Rewriter<'m>, inst: Value<'m>) -> Result<()> {
    let value = operand(inst, 0)?;
    let mut expanded = Vec::new();
    for part in w.expanded(value)?.iter() {
        expanded.push(match part.is_constant() {
            true => defined(w, *part)?,
            false => w.emit.builder.freeze(*part)?,
        });
    }
    w.define(inst, expanded)
}

/// Returns a constant with zero in place of its undefined parts.
fn defined<'m>(w: &Rewriter<'m>, value: Value<'m>) -> Result<Value<'m>> {
    if value.is_undef() {
        return w.emit.context.const_null(value.ty());
    }
    if !matches!(value.kind(), ValueKind::Vector | ValueKind::Struct | ValueKind::Array) {
        return Ok(value);
    }
    let elements = value.operands().map(|element| defined(w, element)).collect::<Result<Vec<_>>>()?;
    match (value.ty().is_struct(), value.ty().element()) {
        (true, _) => w.emit.context.const_struct(value.ty(), &elements),
        (false, Some(element)) if value.ty().is_array() => w.emit.context.const_array(element, &elements),
        _ => w.emit.context.const_vector(&elements),
    }
}
