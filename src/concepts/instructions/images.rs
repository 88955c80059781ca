//! Images and samplers (SPIR-V 3.42.10 "Image Instructions", `OpConstantSampler`; OpenCL C 6.15.15 "Image Read and
//! Write Functions").
//!
//! In LLVM IR: calls of `read_imagef` and its kin, or of `__spirv_ImageSampleExplicitLod_Rfloat4` and its kin (S3-44),
//! which say all that the instruction does. Samplers that are constants come from `__translate_sampler_initializer`.
//!
//! A builtin of OpenCL C is more than one instruction where SPIR-V has no such thing: a read with a sampler makes the
//! sampled image itself, one of a depth image takes a component of four, sizes are taken from a vector, numbers of
//! channel types and orders begin elsewhere. The way back in OpenCL's spelling looks for just those shapes, each of
//! which is one call again; what has another shape keeps its friendly name. Lost: nothing.

mod forward;
pub(crate) mod parts;
pub(crate) mod reverse;
mod samplers;
#[cfg(test)]
mod tests;

pub use forward::{append as append_image_operands, sampled_type, signedness};
pub use parts::scan;
pub use samplers::{
    TRANSLATE as TRANSLATE_SAMPLER, make as make_sampler, operand as sampler, reverse as reverse_samplers,
    reverse_variable as reverse_sampler_variable,
};

use crate::binary::{Id, Op};
use crate::concepts::base::types;
use crate::concepts::builtins;
use crate::error::Result;
use crate::llvm::Value;
use crate::state::{Chapter, Forward, Interceptor, Reverse, Scope};
use ::spirv::ImageOperands;

/// The last letters of a builtin's name that describe the texels, with their image operands.
const TEXELS: &[(&str, ImageOperands)] = &[
    ("f", ImageOperands::NONE),
    ("h", ImageOperands::NONE),
    ("i", ImageOperands::SIGN_EXTEND),
    ("ui", ImageOperands::ZERO_EXTEND),
];

/// A query that is one instruction: name in OpenCL C, instruction.
const QUERIES: &[(&str, ::spirv::Op)] = &[
    ("get_image_num_mip_levels", ::spirv::Op::ImageQueryLevels),
    ("get_image_num_samples", ::spirv::Op::ImageQuerySamples),
];

/// A query whose numbers begin elsewhere: name in OpenCL C, instruction, first number in OpenCL C.
pub(crate) const CHANNELS: &[(&str, ::spirv::Op, u32)] = &[
    ("get_image_channel_data_type", ::spirv::Op::ImageQueryFormat, 0x10D0),
    ("get_image_channel_order", ::spirv::Op::ImageQueryOrder, 0x10B0),
];

/// The names of the components of a size.
pub(crate) const SIZES: [&str; 3] = ["get_image_width", "get_image_height", "get_image_depth"];
/// The size without the length of the array, in 2 or 4 components.
pub(crate) const DIM: &str = "get_image_dim";
/// The length of the array.
pub(crate) const ARRAY_SIZE: &str = "get_image_array_size";

/// The instructions on images.
const IMAGES: &[Op] = &[
    Op::SampledImage,
    Op::ImageSampleImplicitLod,
    Op::ImageSampleExplicitLod,
    Op::ImageSampleDrefImplicitLod,
    Op::ImageSampleDrefExplicitLod,
    Op::ImageSampleProjImplicitLod,
    Op::ImageSampleProjExplicitLod,
    Op::ImageSampleProjDrefImplicitLod,
    Op::ImageSampleProjDrefExplicitLod,
    Op::ImageFetch,
    Op::ImageGather,
    Op::ImageDrefGather,
    Op::ImageRead,
    Op::ImageWrite,
    Op::Image,
    Op::ImageQueryFormat,
    Op::ImageQueryOrder,
    Op::ImageQuerySizeLod,
    Op::ImageQuerySize,
    Op::ImageQueryLod,
    Op::ImageQueryLevels,
    Op::ImageQuerySamples,
];

/// The chapter's instructions, and its hooks in the core chapters.
pub const CHAPTER: Chapter = Chapter {
    untranslated: &[Op::UntypedImageTexelPointerEXT],
    instructions: &[(IMAGES, reverse::reverse)],
    declarations: &[(&[Op::ConstantSampler], samplers::reverse_declared)],
    intercept: Some(Interceptor { applies: |r| !r.body.images.apart.is_empty(), translate: parts::reverse }),
    reverse_load: Some(samplers::reverse_load),
    resolve: Some(forward::resolve),
    is_unmangled: Some(|symbol| symbol == TRANSLATE_SAMPLER),
    generic_result: Some(generic_result),
    scope: Scope::Physical,
    forward_argument: Some(argument),
    reverse_variable: Some(|r, inst| Ok(reverse_sampler_variable(r, inst))),
    ..Chapter::NONE
};

/// Returns whether an OpenCL C builtin stands for the whole of each instruction on images, as in Khronos mode.
fn are_named_whole(r: &Reverse<'_>) -> bool {
    r.options.prefers_opencl_names()
}

/// Returns the type of an image with a sampler, which SYCL's headers hold in a pointer.
fn generic_result<'m>(f: &mut Forward<'m>, inst: Value<'m>, op: Op) -> Result<Option<Id>> {
    match op == Op::SampledImage && inst.ty().is_pointer() {
        true => sampled_type(f, builtins::value(inst, 0)?).map(Some),
        false => Ok(None),
    }
}

/// Returns the argument for a sampler, which may be a number in older IR.
fn argument<'m>(f: &mut Forward<'m>, arg: Value<'m>, ty: Id) -> Result<Option<Id>> {
    let is_sampler = arg.ty().is_int() && types::forward(f, arg.ty())? != ty;
    if is_sampler { Ok(Some(sampler(f, arg)?.id)) } else { Ok(None) }
}
