//! Conversions and comparisons of numbers that shaders lack (SPIR-V 3.42.11 "Conversion Instructions", 3.42.15).
//!
//! In LLVM IR: as for kernels. On the way forward, instructions that passes introduced are expanded: conversions of
//! 8-bit or 16-bit integers that are only stored (`StorageBuffer8BitAccess` and similar capabilities), to
//! floating-point numbers and back or to the other sign, go through 32 bits; `fcmp ord` and `uno`, whose instructions
//! need `Kernel`, compare each number with itself.

use super::stored_only::is_stored_only;
use crate::binary::Op;
use crate::binary::builder::Id;
use crate::concepts::base::emit::{boolean, shaped};
use crate::concepts::base::{types, values};
use crate::error::Result;
use crate::llvm::{self, Opcode, Predicate, Value};
use crate::state::{Forward, Operand};
use ::spirv::Capability;

/// Returns whether the module declares a capability.
pub fn declares(f: &Forward<'_>, capability: Capability) -> bool {
    let nodes = || f.module.named_metadata_nodes("spirv.Capability");
    let number = |node: llvm::Metadata<'_>| node.operand(0).and_then(|of| of.as_value()?.int_value());
    f.shaders.capabilities.get_or_init(|| nodes().filter_map(number).collect()).contains(&(capability as u64))
}

/// Translates `uitofp`, `sitofp`, `fptoui` and `fptosi` of integers that are only stored; returns whether it did.
pub fn convert<'m>(f: &mut Forward<'m>, inst: Value<'m>, opcode: Opcode) -> Result<bool> {
    use Opcode::*;
    let (to_float, is_signed) = (matches!(opcode, UiToFp | SiToFp), matches!(opcode, SiToFp | FpToSi));
    let source = values::child(inst, 0)?;
    let narrow = if to_float { source.ty() } else { inst.ty() };
    if !is_stored_only(f, narrow.scalar()) {
        return Ok(false);
    }
    let word = types::int(f, 32)?;
    let word = shaped(f, word, narrow)?;
    let (from, ty) = (values::operand(f, source)?.id, types::forward(f, inst.ty())?);
    let resize = if is_signed { Op::SConvert } else { Op::UConvert };
    let (first, then) = match (to_float, is_signed) {
        (true, true) => (resize, Op::ConvertSToF),
        (true, false) => (resize, Op::ConvertUToF),
        (false, true) => (Op::ConvertFToS, resize),
        (false, false) => (Op::ConvertFToU, resize),
    };
    let between = f.emit_value(first, word, &[from])?.id;
    f.define(inst, then, ty, &[between])?;
    Ok(true)
}

/// Returns integers that are only stored, which have no bitcast, converted to the type of the other sign through 32
/// bits; `None` for other types.
pub fn with_other_sign(f: &mut Forward<'_>, operand: Operand, ty: Id) -> Result<Option<Operand>> {
    let Some(narrow) = f.shaders.llvm.get(&ty).copied().filter(|ty| ty.scalar().is_int()) else { return Ok(None) };
    let is_encoded = [operand.ty, ty].iter().any(|ty| f.shaders.encoded.contains_key(ty));
    if is_encoded || !is_stored_only(f, narrow.scalar()) {
        return Ok(None);
    }
    let word = types::int(f, 32)?;
    let word = shaped(f, word, narrow)?;
    let wide = f.emit_value(Op::SConvert, word, &[operand.id])?.id;
    let resize = if f.shaders.signed.contains(&ty) { Op::SConvert } else { Op::UConvert };
    f.emit_value(resize, ty, &[wide]).map(Some)
}

/// Translates `fcmp ord` and `fcmp uno`; returns whether it did.
pub fn compare<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<bool> {
    let (each, both) = match inst.real_predicate() {
        Some(Predicate::Ord) => (Op::FOrdEqual, Op::LogicalAnd),
        Some(Predicate::Uno) => (Op::FUnordNotEqual, Op::LogicalOr),
        _ => return Ok(false),
    };
    if declares(f, Capability::Kernel) {
        return Ok(false);
    }
    let (left, right) = (values::child(inst, 0)?, values::child(inst, 1)?);
    let ty = boolean(f, left.ty())?;
    let a = values::operand(f, left)?.id;
    // Zero, which LLVM puts in place of what is compared with itself, is a number.
    if left == right || right.is_null() {
        return f.define(inst, each, ty, &[a, a]).map(|_| true);
    }
    let b = values::operand(f, right)?.id;
    let (a, b) = (f.emit_value(each, ty, &[a, a])?.id, f.emit_value(each, ty, &[b, b])?.id);
    f.define(inst, both, ty, &[a, b])?;
    Ok(true)
}
