//! Images and samplers of kernels: each parameter becomes a descriptor, and OpenCL C's image functions become
//! instructions of shaders.
//!
//! An image that is read becomes a sampled image, and one that is written a storage image without a format. Its
//! component type depends on the functions that read and write it. A sampler that the program defines becomes a
//! descriptor after those of the parameters; its name ends with its number in OpenCL C. Vulkan supports unnormalized
//! coordinates only for images of one and two dimensions, so that normalized coordinates are computed for volumes and
//! arrays. `handles` declares the variables, `reads` and `writes` emit the accesses, and `queries` the queries. The
//! order and type of channels, which only the host knows, are push constants.

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

/// A query that the host answers by a push constant, and the instructions that the answer replaces.
pub struct Asked<'m> {
    pub name: String,
    /// The reflection instruction that states the query.
    pub instruction: &'static str,
    /// The index of the argument that the query refers to.
    pub ordinal: u32,
    pub calls: Vec<Value<'m>>,
}

/// The function that makes a sampler of a number.
pub const TRANSLATE: &str = "__translate_sampler_initializer";

/// The prefixes of the names of image functions.
const PREFIXES: [&str; 3] = ["read_image", "write_image", "get_image_"];

/// Replaces the image and sampler parameters, and the calls that use them. Returns the queries for the host, and the
/// first free binding.
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

/// Returns whether a function reads images with samplers that the program defines.
pub fn has_literals(function: Value<'_>) -> bool {
    let mut calls = calls(function).into_iter();
    calls.any(|(call, name)| samplers::of(call, &name).is_some_and(samplers::has_number))
}

/// Returns the reflection instruction for an image argument.
pub fn instruction_of(ty: Type<'_>) -> &'static str {
    match Shape::of(ty).map(|shape| (shape.is_buffer(), shape.is_storage())) {
        Ok((true, true)) => "ArgumentStorageTexelBuffer",
        Ok((true, false)) => "ArgumentUniformTexelBuffer",
        Ok((false, true)) => "ArgumentStorageImage",
        _ => "ArgumentSampledImage",
    }
}

/// Returns the calls of image functions.
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

/// The component type of texels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Texel {
    Float,
    /// A 16-bit floating-point number, which the image instruction returns as 32 bits.
    Half,
    Signed,
    Unsigned,
}

impl Texel {
    /// Returns the component type that the suffix of a function's name states.
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

    /// Returns the name of the texel's vector type in SPIR-V friendly names.
    fn of_four(self) -> &'static str {
        match self {
            Self::Float | Self::Half => "float4",
            Self::Signed => "int4",
            Self::Unsigned => "uint4",
        }
    }
}
