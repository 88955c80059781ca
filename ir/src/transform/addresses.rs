//! Addresses at a known distance in bytes from others.

use crate::draft::{Builder, Result, Type, Value};
use crate::global::{GlobalKind, Linkage};
use crate::instruction::{Opcode, flag};
use crate::types::TypeKind;

/// Returns the constant offset in bytes of a `getelementptr`, an instruction or a constant, in wrapping 64-bit arithmetic; `None` if
/// an index is not constant.
pub(super) fn constant_step(gep: Value<'_>) -> Option<u64> {
    let mut ty = gep.named_type()?;
    let mut offset = 0u64;
    for (i, index) in gep.operands().skip(1).enumerate() {
        let number = index.integer()?;
        if i > 0 && matches!(ty.kind(), TypeKind::Struct | TypeKind::NamedStruct) {
            offset = offset.wrapping_add(ty.layout_offset(number as usize)?);
            ty = ty.part(number as usize)?;
            continue;
        }
        if i > 0 {
            ty = ty.part(0)?;
        }
        let free = 64u64.checked_sub(index.ty().size())?;
        let number = (number << free) as i64 >> free;
        let bytes = ty.layout_size().filter(|size| !size.scalable)?.allocated();
        offset = offset.wrapping_add((number as u64).wrapping_mul(bytes));
    }
    Some(offset)
}

/// Returns the alignment of an address that is `bytes` behind an aligned one.
pub(super) fn align_behind(align: u64, bytes: u64) -> u64 {
    if bytes == 0 { align } else { align.min(1 << bytes.trailing_zeros()) }
}

/// Returns a number with the low `bits` bits set, at most 64.
pub(super) fn ones(bits: u64) -> u64 {
    if bits >= 64 { u64::MAX } else { (1 << bits) - 1 }
}

/// Makes a `getelementptr`, or a constant if its operands are constants.
pub(super) fn made<'d>(
    builder: &Builder<'d>,
    flags: u16,
    into: Type<'d>,
    base: Value<'d>,
    indices: &[Value<'d>],
) -> Result<Value<'d>> {
    match base.is_constant() && indices.iter().all(|index| index.is_constant()) {
        true => base.draft().const_gep(flags, into, base, indices),
        false => builder.gep(flags, into, base, indices),
    }
}

/// Folds a `getelementptr` of constants to a byte offset from the innermost base, as LLVM's `SymbolicallyEvaluateGEP` does.
pub(super) fn folded(gep: Value<'_>) -> Option<Value<'_>> {
    folded_step(gep).ok().flatten()
}

fn folded_step(gep: Value<'_>) -> Result<Option<Value<'_>>> {
    let draft = gep.draft();
    let (Some(mut base), Some(mut offset)) = (gep.operands().next(), constant_step(gep)) else { return Ok(None) };
    if gep.ty().kind() != TypeKind::Pointer {
        return Ok(None);
    }
    let mut flags = gep.flags();
    while base.constant_opcode() == Some(Opcode::GetElementPtr) {
        let (Some(inner), Some(step)) = (base.operands().next(), constant_step(base)) else { return Ok(None) };
        flags &= base.flags();
        offset = offset.wrapping_add(step);
        base = inner;
    }
    let bits = draft.pointer_bits(gep.ty().size() as u32).min(64);
    let offset = offset & ones(bits);
    let is_positive = offset >> (bits - 1) == 0;
    if is_positive && readable(base).is_some_and(|bytes| offset <= bytes) {
        flags |= flag::INBOUNDS | flag::NUSW;
    }
    if is_positive && flags & flag::NUSW != 0 {
        flags |= flag::GEP_NUW;
    }
    let index = draft.const_int(draft.int_type(bits as u32)?, &[offset])?;
    draft.const_gep(flags, draft.int_type(8)?, base, &[index]).map(Some)
}

/// Returns the size in bytes of a variable whose memory certainly exists; `None` for an external weak variable, or one of size zero.
fn readable(global: Value<'_>) -> Option<u64> {
    let ty = global.with_global(|global| {
        (global.kind == GlobalKind::Variable && global.linkage != Linkage::ExternalWeak).then_some(global.ty)
    })??;
    let ty: Type<'_> = global.draft().type_at(ty);
    ty.layout_size().filter(|size| !size.scalable).map(|size| size.store()).filter(|bytes| *bytes > 0)
}
