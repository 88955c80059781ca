//! The rules of OpenCL: "Required Capabilities" and "OpenCL Extensions" of the OpenCL SPIR-V environment specification,
//! version 3.1.1.

use super::version::Version;
use ::spirv::Capability as C;

/// The condition for a device to accept capabilities.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Condition {
    /// Accepted by every device, or by those that report the feature: images, pipes, subgroups, 64-bit numbers and so
    /// on.
    Device,
    /// Accepted by devices of the full profile.
    FullProfile,
    /// Accepted by devices with one of these OpenCL extensions.
    Extension(&'static [&'static str]),
}

/// Capabilities accepted since a version of OpenCL.
pub struct Row {
    /// The version of OpenCL.
    pub since: Version,
    /// The condition.
    pub condition: Condition,
    /// The capabilities.
    pub capabilities: &'static [C],
}

const fn device(minor: (u8, u8), capabilities: &'static [C]) -> Row {
    Row { since: Version::new(minor.0, minor.1), condition: Condition::Device, capabilities }
}

const fn extension(names: &'static [&'static str], capabilities: &'static [C]) -> Row {
    Row { since: Version::new(1, 2), condition: Condition::Extension(names), capabilities }
}

/// The capabilities that need no extension of SPIR-V.
pub const CAPABILITIES: &[Row] = &[
    device((1, 2), &[C::Addresses, C::Float16Buffer, C::Int16, C::Int8, C::Kernel, C::Linkage, C::Vector16]),
    Row { since: Version::new(1, 2), condition: Condition::FullProfile, capabilities: &[C::Int64] },
    extension(&["cles_khr_int64"], &[C::Int64]),
    // `CL_DEVICE_HALF_FP_CONFIG` and `CL_DEVICE_DOUBLE_FP_CONFIG`.
    device((1, 2), &[C::Float16, C::Float64]),
    // `CL_DEVICE_IMAGE_SUPPORT`.
    device((1, 2), &[C::ImageBasic, C::LiteralSampler, C::Sampled1D, C::Image1D, C::SampledBuffer, C::ImageBuffer]),
    // `CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS`.
    device((2, 0), &[C::ImageReadWrite]),
    device((2, 0), &[C::DeviceEnqueue, C::GenericPointer, C::Groups, C::Pipes]),
    device((2, 2), &[C::SubgroupDispatch, C::PipeStorage]),
    // The first one is implied by the others.
    device((3, 1), &[C::GroupNonUniform, C::GroupNonUniformShuffle, C::GroupNonUniformShuffleRelative]),
    // In SPIR-V 1.6; before, they come with an extension, as all capabilities of such do.
    device((3, 1), &[C::DotProduct, C::DotProductInput4x8Bit, C::DotProductInput4x8BitPacked]),
    extension(&["cl_khr_int64_base_atomics", "cl_khr_int64_extended_atomics"], &[C::Int64Atomics]),
    extension(&["cl_khr_mipmap_image_writes"], &[C::ImageMipmap]),
    extension(&["cl_khr_subgroups"], &[C::Groups]),
    extension(&["cl_khr_subgroup_named_barrier"], &[C::NamedBarrier]),
    extension(&["cl_khr_subgroup_non_uniform_vote"], &[C::GroupNonUniform, C::GroupNonUniformVote]),
    extension(&["cl_khr_subgroup_ballot"], &[C::GroupNonUniformBallot]),
    extension(&["cl_khr_subgroup_non_uniform_arithmetic"], &[C::GroupNonUniformArithmetic]),
    extension(&["cl_khr_subgroup_shuffle"], &[C::GroupNonUniformShuffle]),
    extension(&["cl_khr_subgroup_shuffle_relative"], &[C::GroupNonUniformShuffleRelative]),
    extension(&["cl_khr_subgroup_clustered_reduce"], &[C::GroupNonUniformClustered]),
    extension(&["cl_khr_subgroup_rotate"], &[C::GroupNonUniformRotateKHR]),
    extension(
        &["cl_khr_integer_dot_product"],
        &[C::DotProduct, C::DotProductInput4x8Bit, C::DotProductInput4x8BitPacked],
    ),
];

/// Returns the OpenCL extensions that add capabilities.
pub fn extensions() -> impl Iterator<Item = &'static str> {
    let names = CAPABILITIES.iter().filter_map(|row| match row.condition {
        Condition::Extension(names) => Some(names),
        _ => None,
    });
    names.flatten().copied()
}
