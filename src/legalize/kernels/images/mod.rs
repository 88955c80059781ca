//! Images and samplers that kernels take: each is a descriptor, and what OpenCL C does with images is instructions of shaders.
//!
//! An image that is read is a sampled image, one that is written a storage image without a format; its texels are numbers
//! of the kind that the functions read and write. A sampler that the program says is a descriptor behind those of the
//! parameters, whose name ends with its number in OpenCL C. Vulkan takes coordinates that are not normalized for images of
//! one and two dimensions alone: volumes and arrays are read with normalized ones, which are computed. `handles` makes the
//! variables, `reads` and `writes` the instructions, `queries` what is asked; what only the host knows, the order and type of
//! channels, are push constants.

mod handles;
mod queries;
mod reads;
mod samplers;
mod writes;

use super::descriptors::Descriptors;
use super::functions::call::Call;
use super::host::Plan;
use crate::error::{Code, Error, Result};
use crate::legalize::kit::place::Place;
use crate::llvm::{Opcode, Type, Value};
use handles::{Images, Shape};
use llvm_spirv_mangling as mangling;

/// A question that the host answers by push constants, and what stands for the answer.
pub struct Asked<'m> {
    pub name: String,
    /// The instruction that tells the host of it.
    pub instruction: &'static str,
    /// The index of the argument that it is about.
    pub ordinal: u32,
    pub calls: Vec<Value<'m>>,
}

/// The function that makes a sampler of a number.
pub const TRANSLATE: &str = "__translate_sampler_initializer";

/// The beginnings of the names of functions on images.
const PREFIXES: [&str; 3] = ["read_image", "write_image", "get_image_"];

/// Replaces the parameters that are images and samplers, and the calls that use them. Returns what the host is asked,
/// and the first free binding.
pub fn replace<'m>(
    place: &Place<'m>,
    function: Value<'m>,
    descriptors: &Descriptors<'m>,
    plan: &Plan,
) -> Result<(Vec<Asked<'m>>, u32)> {
    let calls = calls(function);
    let mut images = Images::new(place, function, descriptors, &calls, plan)?;
    for (call, name) in calls {
        let replaced = one(&mut images, call, name);
        replaced.map_err(|error| error.at_instruction(|| call.print()).in_source(|| call.source()))?;
    }
    let next = images.literals.next();
    images.finish().map(|asked| (asked, next))
}

/// Returns whether a function reads images with samplers that the program says.
pub fn has_literals(function: Value<'_>) -> bool {
    let mut calls = calls(function).into_iter();
    calls.any(|(call, name)| samplers::of(call, &name).is_some_and(samplers::has_number))
}

/// Returns the instruction that tells the host of an image.
pub fn instruction_of(ty: Type<'_>) -> &'static str {
    match Shape::of(ty).map(|shape| (shape.is_buffer(), shape.is_storage())) {
        Ok((true, true)) => "ArgumentStorageTexelBuffer",
        Ok((true, false)) => "ArgumentUniformTexelBuffer",
        Ok((false, true)) => "ArgumentStorageImage",
        _ => "ArgumentSampledImage",
    }
}

/// Returns the calls of functions on images.
fn calls<'m>(function: Value<'m>) -> Vec<(Value<'m>, mangling::Name)> {
    let all = function.blocks().flat_map(|block| block.instructions());
    let named = all.filter(|inst| inst.is_op(Opcode::Call)).filter_map(|call| {
        let name = mangling::parse_symbol(call.called_function()?.name()).ok()?;
        PREFIXES.iter().any(|prefix| name.base.starts_with(prefix)).then_some((call, name))
    });
    named.collect()
}

/// Replaces a call.
fn one<'m>(images: &mut Images<'_, 'm>, inst: Value<'m>, name: mangling::Name) -> Result<()> {
    let call = Call::new(images.place, inst, name);
    let base = call.name.base.clone();
    if let Some(texel) = base.strip_prefix("read_image") {
        let value = reads::read(images, &call, Texel::named(texel, &base)?)?;
        inst.replace_uses(value)?;
    } else if let Some(texel) = base.strip_prefix("write_image") {
        writes::write(images, &call, Texel::named(texel, &base)?)?;
    } else if queries::is_for_host(&base) {
        return images.ask_of_image(inst, &base);
    } else {
        let value = queries::answer(images, &call)?;
        inst.replace_uses(value)?;
    }
    inst.erase()
}

/// The numbers of a texel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Texel {
    Float,
    /// Floating-point numbers of 16 bits, which are 32 in the instruction.
    Half,
    Signed,
    Unsigned,
}

impl Texel {
    /// Returns the numbers that the end of a function's name says.
    fn named(end: &str, name: &str) -> Result<Self> {
        match end {
            "f" => Ok(Self::Float),
            "h" => Ok(Self::Half),
            "i" => Ok(Self::Signed),
            "ui" => Ok(Self::Unsigned),
            _ => Err(Error::of(Code::Builtin, format!("the function {name}, which Vulkan does not have"))
                .hint("read_image and write_image end with f, h, i or ui")),
        }
    }

    /// Returns the texel as SPIR-V writes its type.
    fn of_four(self) -> &'static str {
        match self {
            Self::Float | Self::Half => "float4",
            Self::Signed => "int4",
            Self::Unsigned => "uint4",
        }
    }
}
