//! Images and samplers (SPIR-V 3.42.10 "Image Instructions", `OpConstantSampler`; OpenCL C 6.15.15 "Image Read and Write
//! Functions").
//!
//! In LLVM IR: calls of `read_imagef` and its kin, or of `__spirv_ImageSampleExplicitLod_Rfloat4` and its kin (S3-44),
//! which say all that the instruction does. Samplers that are constants come from `__translate_sampler_initializer`.
//!
//! A builtin of OpenCL C is more than one instruction where SPIR-V has no such thing: a read with a sampler makes the
//! sampled image itself, one of a depth image takes a component of four, sizes are taken from a vector, numbers of channel
//! types and orders begin elsewhere. The way back in OpenCL's spelling looks for just those shapes, each of which is one
//! call again; what has another shape keeps its friendly name. Lost: nothing.

mod forward;
mod parts;
mod peer;
mod reverse;
mod samplers;
#[cfg(test)]
mod tests;

pub use forward::{resolve, sampled_type, sign_texels};
pub use parts::{reverse as reverse_part, scan};
pub use reverse::{is_image, reverse, writes_unsigned};
pub use samplers::{
    TRANSLATE as TRANSLATE_SAMPLER, forward as forward_sampler, forward_use as forward_sampler_use, operand as sampler,
    reverse as reverse_samplers, reverse_load as reverse_sampler_load, reverse_uses as reverse_sampler_uses,
    reverse_variable as reverse_sampler_variable,
};

use ::spirv::ImageOperands;

/// What the last letters of a builtin's name say of the texels, with the bits that say it in SPIR-V.
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
const CHANNELS: &[(&str, ::spirv::Op, u32)] = &[
    ("get_image_channel_data_type", ::spirv::Op::ImageQueryFormat, 0x10D0),
    ("get_image_channel_order", ::spirv::Op::ImageQueryOrder, 0x10B0),
];

/// The names of the components of a size.
const SIZES: [&str; 3] = ["get_image_width", "get_image_height", "get_image_depth"];
/// The size without the length of the array, in 2 or 4 components.
const DIM: &str = "get_image_dim";
/// The length of the array.
const ARRAY_SIZE: &str = "get_image_array_size";
