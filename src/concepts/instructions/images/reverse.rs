//! Instructions on images to calls.

use super::{DIM, QUERIES, SIZES};
use crate::binary::{Id, Instruction};
use crate::concepts::base::opaque_types::shape_of_value;
use crate::concepts::builtins::{self, Effects, mangled};
use crate::error::Result;
use crate::llvm::{Type as LlvmType, Value};
use crate::options::BuiltinSpelling;
use crate::state::Reverse;
use ::spirv::{ImageOperands as Bits, Op};
use llvm_spirv_mangling::Type;

/// A call of a builtin of OpenCL C.
#[derive(Debug)]
pub(crate) struct Named {
    /// The base name of the builtin.
    pub base: String,
    /// The types of its parameters for mangling.
    pub params: Vec<Type>,
    /// Its arguments.
    pub args: Vec<Id>,
    /// The side effects of the call.
    pub effects: Effects,
}

/// An instruction on images.
pub fn reverse<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    if r.options.builtin_spelling == BuiltinSpelling::SpvIr {
        return builtins::reverse_generic(r, inst);
    }
    let named = match inst.opcode() {
        // It is made where it is used.
        Op::SampledImage => return Ok(()),
        Op::ImageSampleExplicitLod => sample(r, inst, false),
        Op::ImageRead => read(r, inst),
        Op::ImageWrite => write(r, inst),
        Op::ImageQuerySizeLod | Op::ImageQuerySize => size(r, inst),
        op => QUERIES.iter().find(|row| row.1 == op).and_then(|row| query(r, inst, row.0)),
    };
    match named {
        Some(named) => translate(r, inst, &named),
        None => friendly(r, inst),
    }
}

/// The call, as the result of an instruction.
pub(super) fn translate<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>, named: &Named) -> Result<()> {
    let result = if inst.result_id().is_some() { r.result_ty(inst)? } else { r.context.void_type() };
    let call = make(r, named, result)?;
    if is_nontemporal(inst) {
        call.set_metadata(NONTEMPORAL, r.context.md_node(&[Some(r.context.md_int(32, 1)?)]))?;
    }
    if inst.result_id().is_some() { r.define(inst, call) } else { Ok(()) }
}

/// The metadata of a call with `Nontemporal`, which the names of OpenCL C do not express.
const NONTEMPORAL: &str = "spirv.nontemporal";

/// Returns whether an access has the image operand `Nontemporal`.
fn is_nontemporal(inst: Instruction<'_>) -> bool {
    let at = match inst.opcode() {
        Op::ImageSampleExplicitLod | Op::ImageRead => 2,
        Op::ImageWrite => 3,
        _ => return false,
    };
    let bits = inst.in_operands().get(at).and_then(|bits| Bits::from_bits(*bits));
    bits.is_some_and(|bits| bits.contains(Bits::NONTEMPORAL))
}

/// Emits a call.
pub(crate) fn make<'m>(r: &mut Reverse<'m>, named: &Named, result: LlvmType<'m>) -> Result<Value<'m>> {
    let args = named.args.iter().map(|id| r.value(*id)).collect::<Result<Vec<_>>>()?;
    builtins::call(r, &named.base, result, &named.params, &args, named.effects)
}

/// Emits the friendly builtin of an instruction, and of the `OpSampledImage` that it uses.
fn friendly<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    let first = inst.in_operands().first().and_then(|id| r.spv.definition(*id));
    if let Some(sampled) = first.filter(|first| first.opcode() == Op::SampledImage) {
        builtins::reverse_generic(r, sampled)?;
    }
    builtins::reverse_generic(r, inst)
}

/// Returns the image operands of an instruction: bits and ids. `Nontemporal`, which OpenCL C's names do not express, is
/// left out in Khronos mode, where it is metadata.
fn image_operands<'m>(r: &Reverse<'m>, inst: Instruction<'m>, at: usize) -> Option<(Bits, &'m [Id])> {
    let hints = if super::are_named_whole(r) { Bits::NONTEMPORAL } else { Bits::NONE };
    match inst.in_operands().get(at..) {
        None | Some([]) => Some((Bits::NONE, &[])),
        Some([bits, ids @ ..]) => Some((Bits::from_bits(*bits)? - hints, ids)),
    }
}

/// Returns the suffix of the name for a texel type, and the image operands that it does not express.
fn texel(ty: &Type, bits: Bits) -> Option<(&'static str, Bits)> {
    let rest = bits - (Bits::SIGN_EXTEND | Bits::ZERO_EXTEND);
    match ty.element() {
        Type::Float if rest == bits => Some(("f", rest)),
        Type::Half if rest == bits => Some(("h", rest)),
        Type::Int | Type::UInt if bits.contains(Bits::ZERO_EXTEND) => Some(("ui", rest)),
        Type::Int | Type::UInt => Some(("i", rest)),
        _ => None,
    }
}

/// Returns whether the type has as many components as in OpenCL C: four, or one for a depth image.
fn fits(ty: &Type, depth: bool) -> bool {
    ty.lanes() == if depth { 1 } else { 4 }
}

fn call(r: &Reverse<'_>, base: String, ids: &[Id], effects: Effects) -> Option<Named> {
    let params = ids.iter().map(|id| mangled(r, r.type_of(*id).ok()?, true).ok()).collect::<Option<_>>()?;
    Some(Named { base, params, args: ids.to_vec(), effects })
}

fn result(r: &Reverse<'_>, inst: Instruction<'_>) -> Option<Type> {
    mangled(r, inst.result_type()?, true).ok()
}

/// Returns the call for a read with a sampler; of a depth image only the `first` component is read.
pub(crate) fn sample<'m>(r: &Reverse<'m>, inst: Instruction<'m>, first: bool) -> Option<Named> {
    let [sampled, coordinate, ..] = *inst.in_operands() else { return None };
    let sampled = r.spv.definition(sampled).filter(|sampled| sampled.opcode() == Op::SampledImage)?;
    let (image, sampler) = (sampled.operand(0).ok()?, sampled.operand(1).ok()?);
    let texel_type = result(r, inst)?;
    let shape = shape_of_value(r, image)?;
    if texel_type.lanes() != 4 || shape.is_depth() != first {
        return None;
    }
    let (bits, ids) = image_operands(r, inst, 2)?;
    let (end, bits) = texel(&texel_type, bits)?;
    let mut operands = vec![image, sampler, coordinate];
    match (bits, ids) {
        (Bits::LOD, [lod]) if is_zero(r, *lod) => {}
        (Bits::LOD, [_]) if is_float(r, coordinate) || super::are_named_whole(r) => operands.extend(ids),
        // In three dimensions OpenCL C wants a fourth number.
        (Bits::GRAD, [_, _]) if is_float(r, coordinate) && shape.dimensions() < 3 => operands.extend(ids),
        _ => return None,
    }
    call(r, format!("read_image{end}"), &operands, Effects::Any)
}

fn is_float(r: &Reverse<'_>, id: Id) -> bool {
    r.type_of(id).and_then(|ty| r.ty(ty)).is_ok_and(|ty| ty.scalar().is_float())
}

/// Returns whether it is the constant 0.0.
fn is_zero(r: &Reverse<'_>, id: Id) -> bool {
    r.spv.definition(id).is_some_and(|constant| match constant.opcode() {
        Op::Constant => constant.in_operands() == [0],
        op => op == Op::ConstantNull,
    })
}

/// A read without a sampler.
fn read<'m>(r: &Reverse<'m>, inst: Instruction<'m>) -> Option<Named> {
    let [image, coordinate, ..] = *inst.in_operands() else { return None };
    let (shape, texel_type) = (shape_of_value(r, image)?, result(r, inst)?);
    let (bits, ids) = image_operands(r, inst, 2)?;
    let (end, bits) = texel(&texel_type, bits)?;
    let whole = match bits {
        Bits::NONE => true,
        Bits::SAMPLE => shape.is_multisampled(),
        Bits::LOD => !shape.is_multisampled(),
        _ => false,
    };
    if !whole || !fits(&texel_type, shape.is_depth()) {
        return None;
    }
    let operands = [&[image, coordinate], ids].concat();
    call(r, format!("read_image{end}"), &operands, Effects::Any)
}

fn write<'m>(r: &Reverse<'m>, inst: Instruction<'m>) -> Option<Named> {
    let [image, coordinate, color, ..] = *inst.in_operands() else { return None };
    let color_type = mangled(r, r.type_of(color).ok()?, true).ok()?;
    let (bits, ids) = image_operands(r, inst, 3)?;
    let (end, bits) = texel(&color_type, bits)?;
    if !matches!(bits, Bits::NONE | Bits::LOD) || !fits(&color_type, shape_of_value(r, image)?.is_depth()) {
        return None;
    }
    let operands = [&[image, coordinate], ids, &[color]].concat();
    let mut named = call(r, format!("write_image{end}"), &operands, Effects::Any)?;
    if let Some(color) = named.params.last_mut().filter(|_| end == "ui") {
        *color = Type::vector(4, Type::UInt);
    }
    Some(named)
}

/// Returns whether a size query is for mip level 0.
pub(super) fn is_first_level(r: &Reverse<'_>, inst: Instruction<'_>) -> bool {
    inst.in_operands().get(1).is_none_or(|level| is_zero(r, *level))
}

/// Returns the call for a size query whose whole result a builtin returns: one component, or the two of a plain image.
fn size<'m>(r: &Reverse<'m>, inst: Instruction<'m>) -> Option<Named> {
    let shape = shape_of_value(r, *inst.in_operands().first()?)?;
    let ty = r.result_ty(inst).ok()?;
    if !is_first_level(r, inst) || shape.is_arrayed() || !ty.scalar().is_int_of(32) {
        return None;
    }
    match (shape.dimensions(), ty.count()) {
        (1, 0) => query(r, inst, SIZES[0]),
        (2, 2) => query(r, inst, DIM),
        _ => None,
    }
}

/// A query of an image.
pub(crate) fn query<'m>(r: &Reverse<'m>, inst: Instruction<'m>, name: &str) -> Option<Named> {
    call(r, name.to_owned(), inst.in_operands().get(..1)?, Effects::None)
}
