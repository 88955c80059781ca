//! Drivers, with the SPIR-V that each accepts. A row has the source of its facts, and the date of that source.
//!
//! A driver follows the rules of an environment of OpenCL, but accepts no other extensions of SPIR-V than those listed,
//! and lacks some of the optional capabilities. Limits that a source does not give are the minimum for the interface.

use super::version::Version;
use ::spirv::Capability as C;

/// A driver.
#[derive(Debug, PartialEq, Eq)]
pub struct Profile {
    /// The name of the environment.
    pub name: &'static str,
    /// The environment of the interface, with extensions of OpenCL.
    pub base: &'static str,
    /// The highest version of SPIR-V.
    pub version: Version,
    /// The extensions of SPIR-V, in alphabetical order.
    pub extensions: &'static [&'static str],
    /// The optional capabilities that the driver lacks.
    pub lacks: &'static [C],
    /// The limits on workgroups and subgroups, if the source gives them.
    pub limits: Option<Sizes>,
    /// The source of the facts.
    pub source: &'static str,
    /// The date of the source.
    pub date: &'static str,
}

/// Limits of a driver.
#[derive(Debug, PartialEq, Eq)]
pub struct Sizes {
    /// The limit on the invocations of a workgroup.
    pub workgroup: u32,
    /// The bytes of memory that the invocations of a workgroup share.
    pub shared: u32,
    /// The smallest and the largest number of invocations of a subgroup.
    pub subgroup: (u32, u32),
}

/// The capabilities of OpenCL 2.0 that OpenCL 3.0 devices rarely have.
const RARE: &[C] = &[C::DeviceEnqueue, C::Pipes, C::PipeStorage];

/// The drivers.
pub static PROFILES: &[Profile] = &[
    Profile {
        name: "intel-gpu",
        base: "opencl3.0+cl_khr_int64_base_atomics+cl_khr_integer_dot_product+cl_khr_subgroup_ballot\
               +cl_khr_subgroup_clustered_reduce+cl_khr_subgroup_non_uniform_arithmetic\
               +cl_khr_subgroup_non_uniform_vote+cl_khr_subgroup_rotate+cl_khr_subgroup_shuffle\
               +cl_khr_subgroup_shuffle_relative",
        version: Version::new(1, 5),
        extensions: INTEL_GPU,
        lacks: RARE,
        limits: Some(Sizes { workgroup: 1024, shared: 64 << 10, subgroup: (8, 32) }),
        source: "intel/intel-graphics-compiler 2db86d8a, documentation/igc/supported-spirv-extensions.md: what all \
                 platforms have, experimental or not; the version is that of intel/llvm's driver for SYCL",
        date: "2026-11",
    },
    Profile {
        name: "intel-cpu",
        base: "opencl3.0+cl_khr_int64_base_atomics+cl_khr_subgroup_ballot+cl_khr_subgroup_clustered_reduce\
               +cl_khr_subgroup_non_uniform_arithmetic+cl_khr_subgroup_non_uniform_vote+cl_khr_subgroup_shuffle\
               +cl_khr_subgroup_shuffle_relative",
        version: Version::new(1, 5),
        extensions: INTEL_CPU,
        lacks: &[],
        limits: None,
        source: "intel/llvm, clang/tools/clang-linker-wrapper: what it allows for targets without an FPGA",
        date: "2026-11",
    },
    Profile {
        name: "pocl",
        base: "opencl3.0+cl_khr_int64_base_atomics+cl_khr_subgroup_ballot+cl_khr_subgroup_shuffle",
        version: Version::V1_6,
        extensions: &[
            "SPV_EXT_shader_atomic_float_add",
            "SPV_INTEL_fp_fast_math_mode",
            "SPV_INTEL_inline_assembly",
            "SPV_INTEL_memory_access_aliasing",
            "SPV_KHR_no_integer_wrap_decoration",
        ],
        lacks: RARE,
        limits: None,
        source: "pocl/pocl, lib/CL/devices (supported_spirv_extensions), pull request 1811 (SPIR-V 1.6 with LLVM 19 and \
                 later), and doc/opencl_status.rst (no pipes, no enqueueing on devices)",
        date: "2026-02",
    },
    Profile {
        name: "mesa-rusticl",
        base: "opencl3.0+cl_khr_integer_dot_product+cl_khr_subgroup_shuffle+cl_khr_subgroup_shuffle_relative",
        version: Version::V1_6,
        extensions: &[
            "SPV_KHR_expect_assume",
            "SPV_KHR_float_controls",
            "SPV_KHR_integer_dot_product",
            "SPV_KHR_linkonce_odr",
            "SPV_KHR_no_integer_wrap_decoration",
        ],
        lacks: RARE,
        limits: None,
        source: "Mesa, src/gallium/frontends/rusticl/core/device.rs (fill_extensions) and api/device.rs \
                 (SPIRV_SUPPORT_STRING)",
        date: "2026-03",
    },
    Profile {
        name: "clvk",
        base: "opencl3.0",
        version: Version::V1_0,
        extensions: &["SPV_KHR_no_integer_wrap_decoration"],
        lacks: RARE,
        limits: None,
        source: "kpet/clvk, src/device.cpp: its intermediate languages, and cl_khr_spirv_no_integer_wrap_decoration",
        date: "2026-03",
    },
];

/// The extensions that all Intel GPUs accept.
const INTEL_GPU: &[&str] = &[
    "SPV_EXT_optnone",
    "SPV_EXT_shader_atomic_float_add",
    "SPV_EXT_shader_atomic_float_min_max",
    "SPV_INTEL_arbitrary_precision_integers",
    "SPV_INTEL_cache_controls",
    "SPV_INTEL_debug_module",
    "SPV_INTEL_device_barrier",
    "SPV_INTEL_fp_fast_math_mode",
    "SPV_INTEL_fp_max_error",
    "SPV_INTEL_function_pointers",
    "SPV_INTEL_global_variable_decorations",
    "SPV_INTEL_global_variable_host_access",
    "SPV_INTEL_inline_assembly",
    "SPV_INTEL_kernel_attributes",
    "SPV_INTEL_long_composites",
    "SPV_INTEL_memory_access_aliasing",
    "SPV_INTEL_optnone",
    "SPV_INTEL_predicated_io",
    "SPV_INTEL_sigmoid",
    "SPV_INTEL_split_barrier",
    "SPV_INTEL_subgroup_buffer_prefetch",
    "SPV_INTEL_subgroups",
    "SPV_INTEL_unstructured_loop_controls",
    "SPV_INTEL_variable_length_array",
    "SPV_INTEL_vector_compute",
    "SPV_KHR_bit_instructions",
    "SPV_KHR_expect_assume",
    "SPV_KHR_integer_dot_product",
    "SPV_KHR_linkonce_odr",
    "SPV_KHR_no_integer_wrap_decoration",
    "SPV_KHR_non_semantic_info",
    "SPV_KHR_shader_clock",
    "SPV_KHR_uniform_group_instructions",
];

/// The extensions that SYCL allows for Intel CPUs.
const INTEL_CPU: &[&str] = &[
    "SPV_EXT_shader_atomic_float16_add",
    "SPV_EXT_shader_atomic_float_add",
    "SPV_EXT_shader_atomic_float_min_max",
    "SPV_INTEL_arbitrary_precision_integers",
    "SPV_INTEL_arithmetic_fence",
    "SPV_INTEL_bfloat16_conversion",
    "SPV_INTEL_cache_controls",
    "SPV_INTEL_float_controls2",
    "SPV_INTEL_fp_fast_math_mode",
    "SPV_INTEL_fp_max_error",
    "SPV_INTEL_function_pointers",
    "SPV_INTEL_global_variable_decorations",
    "SPV_INTEL_hw_thread_queries",
    "SPV_INTEL_inline_assembly",
    "SPV_INTEL_joint_matrix",
    "SPV_INTEL_kernel_attributes",
    "SPV_INTEL_long_composites",
    "SPV_INTEL_masked_gather_scatter",
    "SPV_INTEL_memory_access_aliasing",
    "SPV_INTEL_optnone",
    "SPV_INTEL_subgroups",
    "SPV_INTEL_tensor_float32_conversion",
    "SPV_INTEL_unstructured_loop_controls",
    "SPV_INTEL_variable_length_array",
    "SPV_KHR_cooperative_matrix",
    "SPV_KHR_expect_assume",
    "SPV_KHR_float_controls",
    "SPV_KHR_linkonce_odr",
    "SPV_KHR_no_integer_wrap_decoration",
    "SPV_KHR_non_semantic_info",
    "SPV_KHR_shader_clock",
    "SPV_KHR_uniform_group_instructions",
];

/// Returns the driver with this name.
pub fn of_name(name: &str) -> Option<&'static Profile> {
    PROFILES.iter().find(|profile| profile.name == name)
}
