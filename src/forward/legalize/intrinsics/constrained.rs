//! `llvm.experimental.constrained.*` on what SPIR-V lacks: the plain instruction or intrinsic, where it rounds to the nearest
//! number, as the plain one does.

use super::super::rewrite::Rewriter;
use super::argument;
use crate::error::{Code, Error, Result};
use crate::llvm::{Opcode as O, RealPredicate as R, Value};

/// The plain form, made; `None` for other intrinsics.
pub fn plain<'m>(w: &mut Rewriter<'m>, inst: Value<'m>, name: &str) -> Result<Option<Value<'m>>> {
    let Some(operation) = name.strip_prefix("llvm.experimental.constrained.") else { return Ok(None) };
    let texts: Vec<_> = inst.call_args().filter_map(|arg| Some(arg.as_metadata()?.as_string()?.to_owned())).collect();
    if let Some(mode) = texts.iter().find(|text| text.starts_with("round."))
        && !matches!(mode.as_str(), "round.tonearest" | "round.dynamic")
    {
        return Err(Error::of(Code::Intrinsic, format!("{name} of {} with {mode}", inst.ty())));
    }
    let arguments: Vec<_> = inst.call_args().filter(|arg| arg.as_metadata().is_none()).collect();
    let a = argument(inst, 0)?;
    let made = if let Some(op) = binary(operation) {
        w.emit.builder.binary(op, a, argument(inst, 1)?)
    } else if let Some(op) = cast(operation) {
        w.emit.builder.cast(op, a, inst.ty())
    } else if let "fcmp" | "fcmps" = operation {
        let predicate = texts.first().and_then(|text| predicate(text)).ok_or_else(|| super::unsupported(inst))?;
        w.emit.builder.compare_float(predicate, a, argument(inst, 1)?)
    } else {
        w.emit.builder.call_intrinsic(&format!("llvm.{operation}"), inst.ty(), &arguments)
    }?;
    if inst.fast_math() != 0 && made.is_instruction() {
        made.set_fast_math(inst.fast_math())?;
    }
    w.made(Ok(made)).map(Some)
}

/// A conversion with a rounding mode, on each piece.
pub fn round<'m>(w: &mut Rewriter<'m>, inst: Value<'m>, name: &str) -> Result<Vec<Value<'m>>> {
    let (a, mode) = (argument(inst, 0)?, argument(inst, 1)?);
    let scalar = inst.ty().scalar();
    w.by_pieces(inst.ty(), &[a], |w, limbs| match limbs {
        [[piece]] => {
            Ok(vec![w.emit.builder.call_intrinsic(name, w.emit.like(piece.ty(), scalar)?, &[*piece, mode])?])
        }
        _ => Err(super::unsupported(inst)),
    })
}

/// As the name says.
pub fn binary(operation: &str) -> Option<O> {
    Some(match operation {
        "fadd" => O::LLVMFAdd,
        "fsub" => O::LLVMFSub,
        "fmul" => O::LLVMFMul,
        "fdiv" => O::LLVMFDiv,
        "frem" => O::LLVMFRem,
        _ => return None,
    })
}

/// As the name says.
pub fn cast(operation: &str) -> Option<O> {
    Some(match operation {
        "fpext" => O::LLVMFPExt,
        "fptrunc" => O::LLVMFPTrunc,
        "fptosi" => O::LLVMFPToSI,
        "fptoui" => O::LLVMFPToUI,
        "sitofp" => O::LLVMSIToFP,
        "uitofp" => O::LLVMUIToFP,
        _ => return None,
    })
}

/// As the name says.
pub fn predicate(name: &str) -> Option<R> {
    Some(match name {
        "oeq" => R::LLVMRealOEQ,
        "ogt" => R::LLVMRealOGT,
        "oge" => R::LLVMRealOGE,
        "olt" => R::LLVMRealOLT,
        "ole" => R::LLVMRealOLE,
        "one" => R::LLVMRealONE,
        "ord" => R::LLVMRealORD,
        "uno" => R::LLVMRealUNO,
        "ueq" => R::LLVMRealUEQ,
        "ugt" => R::LLVMRealUGT,
        "uge" => R::LLVMRealUGE,
        "ult" => R::LLVMRealULT,
        "ule" => R::LLVMRealULE,
        "une" => R::LLVMRealUNE,
        _ => return None,
    })
}
