//! `read_image*`. Texels of storage images, and of images without a sampler, are read by integer coordinates; others
//! through a sampler, at the level that the call specifies, or else at level 0.

use super::Texel;
use super::handles::{Image, Images, Shape};
use super::queries;
use super::samplers::{self, Coordinates, Sampler};
use crate::error::{Code, Error, Result};
use crate::legalize::kernels::functions::call::Call;
use crate::llvm::{Opcode, Predicate, Type, Value};
use ::spirv::ImageOperands;

/// Returns the texel that a call reads.
pub fn read<'m>(images: &mut Images<'_, 'm>, call: &Call<'_, 'm>, texel: Texel) -> Result<Value<'m>> {
    let image = images.image(call)?;
    let is_sampled = call.arg(1)?.ty().target_name() == Some("spirv.Sampler") || has_number(call);
    let whole = match is_sampled {
        true => sample(images, call, image, texel)?,
        false => fetch(call, image, texel)?,
    };
    let value = match texel {
        Texel::Half => call.emit.cast(Opcode::FpTrunc, whole, halves(call)?)?,
        _ => whole,
    };
    if call.ty().is_vector() { Ok(value) } else { call.emit.builder.extract_element(value, call.emit.index(0)?) }
}

/// Returns whether the sampler of a call is a number; the coordinates are the next argument.
fn has_number(call: &Call<'_, '_>) -> bool {
    let sampler = call.name.params.get(1);
    let is_named = |name: &str| name.contains("sampler");
    matches!(sampler, Some(llvm_spirv_mangling::Type::Named(name)) if is_named(name))
        && call.arg(1).is_ok_and(|sampler| sampler.ty().is_int())
}

fn halves<'m>(call: &Call<'_, 'm>) -> Result<Type<'m>> {
    call.place.context.vector_type(call.place.context.half_type(), 4)
}

/// Returns the vector type of four 32-bit components.
pub fn four<'m>(call: &Call<'_, 'm>, texel: Texel) -> Result<Type<'m>> {
    let context = call.place.context;
    let component = match texel {
        Texel::Signed | Texel::Unsigned => context.int_type(32)?,
        _ => context.float_type(),
    };
    context.vector_type(component, 4)
}

/// Reads a texel by integer coordinates.
fn fetch<'m>(call: &Call<'_, 'm>, image: Image<'m>, texel: Texel) -> Result<Value<'m>> {
    let mut args = vec![image.handle, coordinates(call, call.arg(1)?, image.shape)?];
    let operand = match (image.shape.is_multisampled, image.shape.is_storage() || image.shape.is_buffer()) {
        (true, _) => Some((ImageOperands::SAMPLE, call.arg(2)?)),
        (false, true) => None,
        (false, false) => Some((ImageOperands::LOD, call.emit.index(0)?)),
    };
    if let Some((mask, operand)) = operand {
        args.extend([call.emit.index(mask.bits())?, operand]);
    }
    let op = if image.shape.is_storage() { "ImageRead" } else { "ImageFetch" };
    let name = format!("__spirv_{op}_R{}", texel.of_four());
    call.friendly(&name, four(call, texel)?, &args, texel == Texel::Signed)
}

/// Reads a texel through a sampler.
fn sample<'m>(images: &mut Images<'_, 'm>, call: &Call<'_, 'm>, image: Image<'m>, texel: Texel) -> Result<Value<'m>> {
    let at = call.arg(2)?;
    let are_integers = at.ty().scalar().is_int();
    let sampler = images.sampler(call.arg(1)?, image.shape, are_integers)?;
    let at = placed(call, coordinates(call, at, image.shape)?, image, sampler)?;
    let ty = call.place.context.target_type(
        match image.handle.ty().target_name() {
            Some("spirv.SignedImage") => "spirv.SignedSampledImage",
            _ => "spirv.SampledImage",
        },
        &image.handle.ty().target_types(),
        &image.handle.ty().target_ints(),
    )?;
    let sampled = call.friendly("__spirv_SampledImage", ty, &[image.handle, sampler.handle], false)?;
    let (mask, operands) = level(call, image.shape)?;
    let mut args = vec![sampled, at, call.emit.index(mask.bits())?];
    args.extend(operands);
    let name = format!("__spirv_ImageSampleExplicitLod_R{}", texel.of_four());
    call.friendly(&name, four(call, texel)?, &args, texel == Texel::Signed)
}

/// Converts coordinates to those that a sampler expects.
fn placed<'m>(call: &Call<'_, 'm>, at: Value<'m>, image: Image<'m>, sampler: Sampler<'m>) -> Result<Value<'m>> {
    let middle = |at: Value<'m>| changed(call, at, image.shape, |at| call.fadd(at, call.float(at.ty(), 0.5)?));
    let floor = |at: Value<'m>| changed(call, at, image.shape, |at| call.intrinsic("llvm.floor", at.ty(), &[at]));
    let divided = |at: Value<'m>| {
        let size = call.emit.cast(Opcode::SiToFp, queries::size(call, image)?, at.ty())?;
        changed(call, at, image.shape, |at| call.fdiv(at, size))
    };
    // The middle of a texel, so that rounding does not matter.
    if at.ty().scalar().is_int() {
        let float = call.emit.like(at.ty(), call.place.context.float_type())?;
        let at = middle(call.emit.cast(Opcode::SiToFp, at, float)?)?;
        return if matches!(sampler.coordinates, Coordinates::Same) { Ok(at) } else { divided(at) };
    }
    match sampler.coordinates {
        Coordinates::Same => Ok(at),
        Coordinates::Divided if sampler.is_nearest => divided(middle(floor(at)?)?),
        Coordinates::Divided => divided(at),
        Coordinates::Asked(mask) => {
            let is =
                |bit: u64| call.icmp(Predicate::Ne, call.emit.with(Opcode::And, mask, bit)?, call.int(mask.ty(), 0)?);
            let texel = call.select(is(samplers::NEAREST)?, middle(floor(at)?)?, at)?;
            call.select(is(samplers::NORMALIZED)?, at, divided(texel)?)
        }
    }
}

/// Returns the level of detail that a call specifies, or the gradients from which it is computed.
fn level<'m>(call: &Call<'_, 'm>, shape: Shape) -> Result<(ImageOperands, Vec<Value<'m>>)> {
    let rest: Vec<_> = call.inst.call_args().skip(3).collect();
    match rest[..] {
        [] => Ok((ImageOperands::LOD, vec![call.float(call.place.context.float_type(), 0.0)?])),
        [level] => Ok((ImageOperands::LOD, vec![level])),
        [x, y] => {
            let [x, y] = [first(call, x, shape.dimensions())?, first(call, y, shape.dimensions())?];
            Ok((ImageOperands::GRAD, vec![x, y]))
        }
        _ => Err(Error::of(Code::BuiltinCall, "a read of an image with too many arguments")),
    }
}

/// Returns the coordinates of a call, without surplus components.
pub fn coordinates<'m>(call: &Call<'_, 'm>, at: Value<'m>, shape: Shape) -> Result<Value<'m>> {
    first(call, at, shape.coordinates())
}

/// Returns the first components of a vector.
fn first<'m>(call: &Call<'_, 'm>, vector: Value<'m>, count: u32) -> Result<Value<'m>> {
    let given = if vector.ty().is_vector() { vector.ty().count() } else { 1 };
    if given < u64::from(count) {
        return Err(Error::of(Code::BuiltinCall, "an image with too few coordinates"));
    }
    let lanes: Vec<_> = (0..count as i32).collect();
    match (given, count) {
        (given, count) if given == u64::from(count) => Ok(vector),
        (_, 1) => call.emit.builder.extract_element(vector, call.emit.index(0)?),
        _ => call.emit.builder.shuffle_vector(vector, vector, &lanes),
    }
}

/// Changes the coordinates, except for the index of an array layer.
fn changed<'m>(
    call: &Call<'_, 'm>,
    at: Value<'m>,
    shape: Shape,
    change: impl Fn(Value<'m>) -> Result<Value<'m>>,
) -> Result<Value<'m>> {
    let moved = change(at)?;
    if !shape.is_arrayed {
        return Ok(moved);
    }
    let layer = call.emit.index(shape.dimensions())?;
    let same = call.emit.builder.extract_element(at, layer)?;
    call.emit.builder.insert_element(moved, same, layer)
}
