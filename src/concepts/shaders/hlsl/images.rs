//! Intrinsics on typed buffers, which are images of the dimension `Buffer`, and on indices of descriptors.

use crate::binary::Id;
use crate::concepts::base::emit::{arg, argument, op};
use crate::concepts::base::{types, values};
use crate::concepts::shaders::types as shader_types;
use crate::error::{Code, Error, Result};
use crate::llvm::{Type, Value};
use crate::state::{Forward, Operand};
use ::spirv::{Capability, Decoration, ImageFormat, Op};

/// The indices of `Sampled` and of the format among the numbers of an image type.
const SAMPLED: usize = 4;
const FORMAT: usize = 5;

/// Returns whether an image is a storage image; declares `needed` if it has no format.
fn is_storage(f: &mut Forward<'_>, image: Type<'_>, needed: Capability) -> Result<bool> {
    let numbers = image.target_ints();
    let no_image = || Error::of(Code::IllegalType, format!("the typed buffer {image}"));
    let (sampled, format) = numbers.get(SAMPLED).zip(numbers.get(FORMAT)).ok_or_else(no_image)?;
    if *sampled == 2 && *format == ImageFormat::Unknown as u32 {
        f.spv.require(needed);
    }
    Ok(*sampled == 2)
}

/// Returns the type of the components of an image's texels.
fn component<'m>(f: &mut Forward<'m>, image: Type<'m>) -> Result<Id> {
    let scalar = image.target_types().first().copied();
    let scalar = scalar.ok_or_else(|| Error::of(Code::IllegalType, format!("the typed buffer {image}")))?;
    match image.target_name() {
        Some("spirv.SignedImage") => shader_types::with_sign(f, scalar, true),
        _ => types::forward(f, scalar),
    }
}

/// Translates a load of a texel, of which the first components are used.
pub fn load<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    let image = argument(inst, 0)?.ty();
    let is_storage = is_storage(f, image, Capability::StorageImageReadWithoutFormat)?;
    let (handle, coordinate) = (arg(f, inst, 0)?, arg(f, inst, 1)?);
    let component = component(f, image)?;
    let (texel_type, scalar) = (types::vector_of(f, component, 4)?, types::forward(f, inst.ty().scalar())?);
    let instruction = if is_storage { Op::ImageRead } else { Op::ImageFetch };
    let mut texel = f.emit_value(instruction, texel_type, &[handle, coordinate])?;
    if scalar != component {
        let plain = types::vector_of(f, scalar, 4)?;
        texel = f.emit_value(Op::Bitcast, plain, &[texel.id])?;
    }
    match (inst.ty().is_vector(), inst.ty().count() as u32) {
        (true, 4) => f.bind(inst, texel),
        (true, count) => {
            let ty = types::vector_of(f, scalar, count)?;
            let mut operands = vec![texel.id, texel.id];
            operands.extend(0..count);
            f.define(inst, Op::VectorShuffle, ty, &operands).map(drop)
        }
        _ => f.define(inst, Op::CompositeExtract, scalar, &[texel.id, 0]).map(drop),
    }
}

/// Translates a store of a texel.
pub fn store<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    let image = argument(inst, 0)?.ty();
    is_storage(f, image, Capability::StorageImageWriteWithoutFormat)?;
    let (handle, coordinate) = (arg(f, inst, 0)?, arg(f, inst, 1)?);
    let value = values::operand(f, argument(inst, 2)?)?;
    let component = component(f, image)?;
    let count = argument(inst, 2)?.ty().count() as u32;
    let ty = types::vector_of(f, component, count)?;
    let texel = if value.ty == ty { value.id } else { op(f, Op::Bitcast, ty, &[value.id])? };
    f.emit(Op::ImageWrite, &[handle, coordinate, texel])
}

/// The number of texels of a typed buffer.
pub fn size<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    f.spv.require(Capability::ImageQuery);
    let (handle, ty) = (arg(f, inst, 0)?, types::forward(f, inst.ty())?);
    f.define(inst, Op::ImageQuerySize, ty, &[handle]).map(drop)
}

/// The index, which may differ between invocations.
pub fn non_uniform<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    f.spv.require(Capability::ShaderNonUniform);
    let (index, ty) = (arg(f, inst, 0)?, types::forward(f, inst.ty())?);
    let Operand { id, .. } = f.define(inst, Op::CopyObject, ty, &[index])?;
    f.spv.decorate(id, Decoration::NonUniform, &[])
}
