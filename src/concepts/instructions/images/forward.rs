//! Calls of OpenCL C's builtins on images to instructions.

use super::{ARRAY_SIZE, CHANNELS, DIM, QUERIES, SIZES, TEXELS, TRANSLATE_SAMPLER, samplers};
use crate::binary::builder::Id;
use crate::binary::grammar::Kind;
use crate::concepts::base::opaque_types::{self};
use crate::concepts::base::{constants, types, values};
use crate::concepts::builtins::value;
use crate::environment::Feature;
use crate::error::{Code, Error, Result};
use crate::llvm::{Opcode, Value};
use crate::state::slots::images::Shape;
use crate::state::{Forward, Lower, Operand, availability, lower};
use ::spirv::{Dim, ImageOperands as Bits, Op};
use llvm_spirv_mangling::{Name, Type};

/// The name that the Khronos translator gives an image with its sampler.
const SAMPLED: &str = "TempSampledImage";
/// The channel data types `CLK_UNSIGNED_INT_RAW10_EXT` and `CLK_UNSIGNED_INT_RAW12_EXT`.
const RAW: [u64; 2] = [0x10E3, 0x10E4];

/// Returns the lowering of calls if the name is that of a builtin on images.
pub fn resolve(name: &Name) -> Option<Lower> {
    let base = name.base.as_str();
    if base == TRANSLATE_SAMPLER {
        return lower(|f, inst, _| samplers::forward(f, inst));
    }
    let is_image = |name: &&str| name.starts_with("ocl_image") || name.starts_with("opencl.image");
    name.params.first().and_then(type_name).filter(is_image)?;
    if let Some(bits) = texels(base, "read_image") {
        return lower(move |f, inst, name| read(f, inst, name, bits));
    }
    if let Some(bits) = texels(base, "write_image") {
        return lower(move |f, inst, _| write(f, inst, bits));
    }
    if let Some((_, op)) = QUERIES.iter().find(|row| row.0 == base) {
        return lower(|f, inst, _| query(f, inst, *op));
    }
    if let Some((_, op, first)) = CHANNELS.iter().find(|row| row.0 == base) {
        return lower(|f, inst, _| channel(f, inst, *op, *first));
    }
    if let Some(index) = (0..).zip(SIZES).find_map(|(index, size)| (size == base).then_some(index)) {
        return lower(move |f, inst, _| size(f, inst, Some(index)));
    }
    match base {
        ARRAY_SIZE => lower(|f, inst, _| size(f, inst, None)),
        DIM => lower(|f, inst, _| dim(f, inst)),
        _ => None,
    }
}

fn type_name(ty: &Type) -> Option<&str> {
    match ty {
        Type::Named(name) => Some(name),
        _ => None,
    }
}

fn texels(base: &str, prefix: &str) -> Option<Bits> {
    let end = base.strip_prefix(prefix)?;
    TEXELS.iter().find(|row| row.0 == end).map(|row| row.1)
}

/// Returns the image argument of a builtin, with its shape.
fn image<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<(Operand, Shape)> {
    let operand = values::operand(f, value(inst, 0)?)?;
    let shape = f.images.get(&operand.ty).copied();
    let shape = shape.ok_or_else(|| {
        Error::of(Code::IllegalType, "an image whose type got lost").hint("write it as target(\"spirv.Image\", ...)")
    })?;
    Ok((operand, shape))
}

/// Returns the bits `SignExtend` and `ZeroExtend` if the version has them, else none.
pub fn signedness(f: &mut Forward<'_>, bits: Bits) -> Bits {
    let has_version =
        |f: &mut Forward<'_>| availability::raise(f, Feature::Enumerant(Kind::ImageOperands, bits.bits()));
    if bits.is_empty() || !has_version(f) { Bits::NONE } else { bits }
}

/// Appends the image operands, if there are any: the bits and their ids.
pub fn append(operands: &mut Vec<u32>, bits: Bits, ids: &[Id]) {
    if !bits.is_empty() {
        operands.push(bits.bits());
        operands.extend_from_slice(ids);
    }
}

/// The arguments from `first` on.
fn rest<'m>(f: &mut Forward<'m>, inst: Value<'m>, first: usize) -> Result<Vec<Id>> {
    inst.call_args().skip(first).map(|arg| Ok(values::operand(f, arg)?.id)).collect()
}

fn read<'m>(f: &mut Forward<'m>, inst: Value<'m>, name: &Name, bits: Bits) -> Result<()> {
    let (image, shape) = image(f, inst)?;
    let is_sampler = name.params.get(1).and_then(type_name).is_some_and(|name| name.contains("sampler"));
    let integer = name.params.len() < inst.call_arg_count() as usize;
    if is_sampler || integer {
        return sample(f, inst, image, shape, bits);
    }
    let bits = signedness(f, bits);
    let coordinate = values::operand(f, value(inst, 1)?)?.id;
    let ids = rest(f, inst, 2)?;
    let which = match ids.len() {
        0 => Bits::NONE,
        1 if shape.is_multisampled() => Bits::SAMPLE,
        1 => Bits::LOD,
        _ => return Err(Error::of(Code::BuiltinCall, "a read of an image with too many arguments")),
    };
    let mut operands = vec![image.id, coordinate];
    append(&mut operands, bits | which, &ids);
    let ty = types::forward(f, inst.ty())?;
    f.define(inst, Op::ImageRead, ty, &operands).map(drop)
}

fn sample<'m>(f: &mut Forward<'m>, inst: Value<'m>, image: Operand, shape: Shape, bits: Bits) -> Result<()> {
    let which = match inst.call_arg_count() {
        ..=4 => Bits::LOD,
        5 => Bits::GRAD,
        _ => return Err(Error::of(Code::BuiltinCall, "a read of an image with too many arguments")),
    };
    let mut ids = Vec::with_capacity(2);
    if which == Bits::GRAD && shape.dimensions() == 3 {
        for gradient in inst.call_args().skip(3) {
            ids.push(without_fourth(f, gradient)?);
        }
    }
    let sampler = samplers::operand(f, value(inst, 1)?)?;
    let ty = opaque_types::sampled(f, image.ty)?;
    let sampled = f.emit_value(Op::SampledImage, ty, &[image.id, sampler.id])?;
    name_sampled(f, sampled.id)?;
    let coordinate = values::operand(f, value(inst, 2)?)?.id;
    if ids.is_empty() {
        ids = rest(f, inst, 3)?;
    }
    if ids.is_empty() {
        let float = types::float(f, 32, None)?;
        ids.push(f.spv.unique_constant(Op::Constant, float, &[0])?);
    }
    let bits = signedness(f, bits);
    let mut operands = vec![sampled.id, coordinate];
    append(&mut operands, bits | which, &ids);
    let ty = types::forward(f, inst.ty())?;
    if inst.ty().is_vector() {
        return f.define(inst, Op::ImageSampleExplicitLod, ty, &operands).map(drop);
    }
    let texel = types::vector_of(f, ty, 4)?;
    let texel = f.emit_value(Op::ImageSampleExplicitLod, texel, &operands)?;
    f.define(inst, Op::CompositeExtract, ty, &[texel.id, 0]).map(drop)
}

/// Names a sampled image as the Khronos translator does, which uses two numbers for each.
fn name_sampled(f: &mut Forward<'_>, id: Id) -> Result<()> {
    f.body.sampled_images += 1;
    match f.body.sampled_images {
        _ if !f.options.policy.names_intermediate_values => Ok(()),
        1 => f.spv.name(id, SAMPLED),
        count => f.spv.name(id, &format!("{SAMPLED}{}", count.saturating_mul(2))),
    }
}

/// Returns the first three components of a gradient: OpenCL C has an unused fourth one.
fn without_fourth<'m>(f: &mut Forward<'m>, gradient: Value<'m>) -> Result<Id> {
    let float = types::float(f, 32, None)?;
    let ty = types::vector_of(f, float, 3)?;
    let gradient = values::operand(f, gradient)?.id;
    Ok(f.emit_value(Op::VectorShuffle, ty, &[gradient, gradient, 0, 1, 2])?.id)
}

fn write<'m>(f: &mut Forward<'m>, inst: Value<'m>, bits: Bits) -> Result<()> {
    let (image, _) = image(f, inst)?;
    let coordinate = values::operand(f, value(inst, 1)?)?.id;
    let last = inst.call_arg_count().checked_sub(1).filter(|last| *last > 1);
    let texel = last.and_then(|last| inst.call_arg(last));
    let texel = texel.ok_or_else(|| Error::of(Code::BuiltinCall, "a write to an image without a color"))?;
    let texel = values::operand(f, texel)?.id;
    let mut ids = rest(f, inst, 2)?;
    ids.pop();
    let bits = signedness(f, bits) | if ids.is_empty() { Bits::NONE } else { Bits::LOD };
    let mut operands = vec![image.id, coordinate, texel];
    append(&mut operands, bits, &ids);
    f.emit(Op::ImageWrite, &operands)
}

/// Returns the type of the sampled image for an image.
pub fn sampled_type<'m>(f: &mut Forward<'m>, image: Value<'m>) -> Result<Id> {
    let image = values::operand(f, image)?;
    opaque_types::sampled(f, image.ty)
}

fn query<'m>(f: &mut Forward<'m>, inst: Value<'m>, op: Op) -> Result<()> {
    let (image, _) = image(f, inst)?;
    let ty = types::forward(f, inst.ty())?;
    f.define(inst, op, ty, &[image.id]).map(drop)
}

fn channel<'m>(f: &mut Forward<'m>, inst: Value<'m>, op: Op, first: u32) -> Result<()> {
    let (image, _) = image(f, inst)?;
    if op == Op::ImageQueryFormat && inst.uses().any(asks_for_raw) {
        require_raw(f)?;
    }
    let ty = types::forward(f, inst.ty())?;
    let number = f.emit_value(op, ty, &[image.id])?;
    let first = constants::word(f, first)?;
    f.define(inst, Op::IAdd, ty, &[number.id, first]).map(drop)
}

/// Returns whether an instruction compares a channel data type with one of [`RAW`].
fn asks_for_raw(user: Value<'_>) -> bool {
    let is_raw = |value: Value<'_>| value.int_value().is_some_and(|number| RAW.contains(&number));
    match user.opcode() {
        Some(Opcode::ICmp) => user.operands().any(is_raw),
        Some(Opcode::Switch) => user.cases().any(|(case, _)| is_raw(case)),
        _ => false,
    }
}

/// Declares the extension for the channel types [`RAW`], if it is allowed. Only the Khronos translator requires it.
fn require_raw(f: &mut Forward<'_>) -> Result<()> {
    const EXTENSION: &str = "SPV_EXT_image_raw10_raw12";
    match availability::extension(f.options, &[EXTENSION], || "a channel of 10 or 12 raw bits".to_owned()) {
        Ok(extension) => f.spv.require_extension(extension),
        Err(error) if f.options.policy.refuses_raw_channels => return Err(error),
        Err(_) => {}
    }
    Ok(())
}

/// Returns opcode and operands of the query for the size of an image, which has all components.
fn size_query(f: &mut Forward<'_>, image: Operand, shape: Shape) -> Result<(Op, Vec<Id>)> {
    let plain = matches!(Dim::from_u32(shape.dim()), Some(Dim::DimBuffer | Dim::DimRect));
    if plain || shape.is_multisampled() {
        return Ok((Op::ImageQuerySize, vec![image.id]));
    }
    Ok((Op::ImageQuerySizeLod, vec![image.id, constants::word(f, 0)?]))
}

/// Translates a query for one component of the size, or for the array length.
fn size<'m>(f: &mut Forward<'m>, inst: Value<'m>, index: Option<u32>) -> Result<()> {
    let (image, shape) = image(f, inst)?;
    let (op, operands) = size_query(f, image, shape)?;
    let ty = types::forward(f, inst.ty())?;
    let count = shape.dimensions() + u32::from(shape.is_arrayed());
    let index = index.unwrap_or(shape.dimensions());
    if index >= count {
        return Err(Error::of(Code::BuiltinCall, "an image is asked for a size that it does not have"));
    }
    if count == 1 {
        return f.define(inst, op, ty, &operands).map(drop);
    }
    let vector = types::vector_of(f, ty, count)?;
    let sizes = f.emit_value(op, vector, &operands)?;
    f.define(inst, Op::CompositeExtract, ty, &[sizes.id, index]).map(drop)
}

/// Translates a query for the size without the array length; the fourth component for three dimensions is 0.
fn dim<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    let (image, shape) = image(f, inst)?;
    let (op, operands) = size_query(f, image, shape)?;
    let count = shape.dimensions() + u32::from(shape.is_arrayed());
    if u64::from(count) == inst.ty().count() {
        let ty = types::forward(f, inst.ty())?;
        return f.define(inst, op, ty, &operands).map(drop);
    }
    let word = types::int(f, 32)?;
    let vector = types::vector_of(f, word, count)?;
    let sizes = f.emit_value(op, vector, &operands)?.id;
    let ty = types::forward(f, inst.ty())?;
    let operands = match shape.is_arrayed() {
        true => vec![sizes, sizes, 0, 1],
        false => vec![sizes, constants::null(f, vector)?, 0, 1, 2, 3],
    };
    f.define(inst, Op::VectorShuffle, ty, &operands).map(drop)
}
