//! Images and samplers (SPIR-V 3.42.10 "Image Instructions", `OpConstantSampler`; OpenCL C 6.15.15 "Image Read and
//! Write Functions").
//!
//! In LLVM IR: calls of `read_imagef` and similar functions, or of `__spirv_ImageSampleExplicitLod_Rfloat4` and the
//! like (S3-44), whose arguments are the operands of the instruction. Samplers that are constants come from
//! `__translate_sampler_initializer`.
//!
//! Some builtins of OpenCL C have no single SPIR-V instruction: a read with a sampler creates the sampled image first,
//! a read of a depth image extracts one of four components, sizes are extracted from a vector, and channel types and
//! orders have other numbers. The way back in OpenCL's spelling looks for exactly these sequences, each of which is one
//! call again; other sequences keep their friendly names. Lost: nothing.

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

/// The suffixes for texel types in builtin names, with their image operands.
const TEXELS: &[(&str, ImageOperands)] = &[
    ("f", ImageOperands::NONE),
    ("h", ImageOperands::NONE),
    ("i", ImageOperands::SIGN_EXTEND),
    ("ui", ImageOperands::ZERO_EXTEND),
];

/// Queries that are one instruction: name in OpenCL C, instruction.
const QUERIES: &[(&str, ::spirv::Op)] = &[
    ("get_image_num_mip_levels", ::spirv::Op::ImageQueryLevels),
    ("get_image_num_samples", ::spirv::Op::ImageQuerySamples),
];

/// Queries with an enumeration as the result: name in OpenCL C, instruction, OpenCL C's number of the first enumerant.
pub(crate) const CHANNELS: &[(&str, ::spirv::Op, u32)] = &[
    ("get_image_channel_data_type", ::spirv::Op::ImageQueryFormat, 0x10D0),
    ("get_image_channel_order", ::spirv::Op::ImageQueryOrder, 0x10B0),
];

/// The queries for one component of the size.
pub(crate) const SIZES: [&str; 3] = ["get_image_width", "get_image_height", "get_image_depth"];
/// The query for the size without the array length, as 2 or 4 components.
pub(crate) const DIM: &str = "get_image_dim";
/// The query for the array length.
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

/// Returns whether OpenCL C builtins stand for single instructions on images, as in Khronos mode.
fn are_named_whole(r: &Reverse<'_>) -> bool {
    r.options.prefers_opencl_names()
}

/// Returns the type of a sampled image, for a call that returns a pointer to it, as SYCL's headers declare it.
fn generic_result<'m>(f: &mut Forward<'m>, inst: Value<'m>, op: Op) -> Result<Option<Id>> {
    match op == Op::SampledImage && inst.ty().is_pointer() {
        true => sampled_type(f, builtins::value(inst, 0)?).map(Some),
        false => Ok(None),
    }
}

/// Returns the operand for a sampler argument, which may be an integer in older IR.
fn argument<'m>(f: &mut Forward<'m>, arg: Value<'m>, ty: Id) -> Result<Option<Id>> {
    let is_sampler = arg.ty().is_int() && types::forward(f, arg.ty())? != ty;
    if is_sampler { Ok(Some(sampler(f, arg)?.id)) } else { Ok(None) }
}
