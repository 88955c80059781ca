//! Gathers and scatters through vectors of pointers (`SPV_INTEL_masked_gather_scatter`).
//!
//! In LLVM IR: `llvm.masked.gather` and `llvm.masked.scatter`. The extension has vectors of pointers for these two
//! instructions only; everywhere else legalisation splits them into one pointer per lane. It leaves calls of [`GATHER`]
//! and [`SCATTER`], whose last arguments are the pointers, which are combined here to a vector of pointers to the type
//! that is read or written. In Khronos mode the last argument may be the vector itself (`khronos::pointer_vectors`).

use crate::binary::Instruction;
use crate::binary::builder::Id;
use crate::concepts::base::emit::argument;
use crate::concepts::base::{pointers, types, values};
use crate::concepts::instructions::composites;
use crate::error::{Error, Result};
use crate::llvm::{AttributePlace, Type, Value};
use crate::state::{Chapter, Forward, Lowering, Reverse};
use ::spirv::Op;

/// The extension with the gather and scatter instructions.
pub const EXTENSION: &str = "SPV_INTEL_masked_gather_scatter";

/// The prefix of gathers, with arguments `(mask, pass-through, alignment or 0, a pointer for each lane...)`; the name
/// ends with the types.
pub const GATHER: &str = "llvm.spirv.masked.gather.";
/// The prefix of scatters, with arguments `(stored vector, mask, alignment or 0, a pointer for each lane...)`; the name
/// ends with the types.
pub const SCATTER: &str = "llvm.spirv.masked.scatter.";

/// The index of the first pointer among the arguments of both; the alignment is in front of it.
const POINTERS: u32 = 3;

/// The chapter's instructions, and its hooks in the core chapters.
pub const CHAPTER: Chapter = Chapter {
    instructions: &[(&[Op::MaskedGatherINTEL], reverse_gather), (&[Op::MaskedScatterINTEL], reverse_scatter)],
    lower_intrinsic: Some(|_, name| lowering(name)),
    ..Chapter::NONE
};

// --- LLVM to SPIR-V ---

/// Returns the lowering of a gather or scatter left by legalisation.
pub fn lowering(name: &str) -> Option<Lowering> {
    match name {
        _ if name.starts_with(GATHER) => Some(Lowering::Custom(forward_gather)),
        _ if name.starts_with(SCATTER) => Some(Lowering::Custom(forward_scatter)),
        _ => None,
    }
}

fn forward_gather<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    let (pointers, alignment) = places(f, inst, inst.ty().scalar())?;
    let [mask, otherwise] = [argument(inst, 0)?, argument(inst, 1)?];
    let [mask, otherwise] = [values::operand(f, mask)?.id, values::operand(f, otherwise)?.id];
    let ty = types::forward(f, inst.ty())?;
    f.define(inst, Op::MaskedGatherINTEL, ty, &[pointers, alignment, mask, otherwise]).map(drop)
}

fn forward_scatter<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    let [value, mask] = [argument(inst, 0)?, argument(inst, 1)?];
    let (pointers, alignment) = places(f, inst, value.ty().scalar())?;
    let [value, mask] = [values::operand(f, value)?.id, values::operand(f, mask)?.id];
    f.emit(Op::MaskedScatterINTEL, &[value, pointers, alignment, mask])
}

/// Returns the vector of the pointers to elements of a type, and their alignment.
fn places<'m>(f: &mut Forward<'m>, inst: Value<'m>, element: Type<'m>) -> Result<(Id, u32)> {
    let alignment = argument(inst, POINTERS - 1)?.int_value().and_then(|bytes| u32::try_from(bytes).ok());
    if let Some(vector) = inst.call_arg(POINTERS).filter(|places| places.ty().is_vector()) {
        return Ok((values::operand(f, vector)?.id, alignment.unwrap_or(0)));
    }
    let (mut ids, mut ty) = (Vec::new(), None);
    for pointer in inst.call_args().skip(POINTERS as usize) {
        let pointer = pointers::operand_to(f, pointer, element)?;
        let pointer = pointers::coerce(f, pointer, *ty.get_or_insert(pointer.ty))?;
        ids.push(pointer.id);
    }
    let ty = ty.ok_or_else(|| Error::internal("a gather from nowhere"))?;
    let vector = types::vector_of_checked(f, ty, ids.len() as u64)?;
    Ok((f.emit_value(Op::CompositeConstruct, vector, &ids)?.id, alignment.unwrap_or(0)))
}

// --- SPIR-V to LLVM ---

/// Translates `OpMaskedGatherINTEL`. The pass-through operand is a scalar in the specification, and a vector in modules of compilers.
pub fn reverse_gather<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    let ty = r.result_ty(inst)?;
    let [pointers, mask, otherwise] = [r.operand(inst, 0)?, r.operand(inst, 2)?, r.operand(inst, 3)?];
    let is_one = ty.is_vector() && otherwise.ty() == ty.scalar();
    let otherwise = if is_one { composites::reverse_splat(r, otherwise, ty)? } else { otherwise };
    let value = r.builder.call_intrinsic("llvm.masked.gather", ty, &[pointers, mask, otherwise])?;
    reverse_alignment(inst, 1, value, 0)?;
    r.define(inst, value)
}

/// `OpMaskedScatterINTEL`.
pub fn reverse_scatter<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    let [value, pointers, mask] = [r.operand(inst, 0)?, r.operand(inst, 1)?, r.operand(inst, 3)?];
    let call = r.builder.call_intrinsic("llvm.masked.scatter", r.context.void_type(), &[value, pointers, mask])?;
    reverse_alignment(inst, 2, call, 1)
}

/// Adds the alignment, operand `index` of the instruction, to the argument of the call that holds the pointers.
fn reverse_alignment<'m>(inst: Instruction<'m>, index: usize, call: Value<'m>, argument: u32) -> Result<()> {
    match inst.operand(index)? {
        0 => Ok(()),
        bytes if bytes.is_power_of_two() => call.add_attribute(AttributePlace::Param(argument), "align", bytes.into()),
        bytes => Err(inst.error(format!("an alignment of {bytes}, which is no power of two"))),
    }
}
