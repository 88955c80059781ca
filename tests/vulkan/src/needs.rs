//! The capabilities that a device may support, and the feature of Vulkan for each of them.

use crate::gpu::Features;
use crate::{Result, lacks};
use llvm_spirv::inspect::Inspection;

/// A capability, with the check whether a device supports it.
type Row = (&'static str, fn(&Features) -> bool);

/// Returns whether a field of Vulkan is set.
macro_rules! feature {
    ($($part:ident).+) => {
        |features| features.$($part).+ != 0
    };
}

/// Returns a row for a capability that every device supports, or that needs no feature.
const fn always(name: &'static str) -> Row {
    (name, |_| true)
}

/// The supported capabilities; a shader with any other is not run.
const ROWS: &[Row] = &[
    always("Matrix"),
    always("Shader"),
    always("Sampled1D"),
    always("Image1D"),
    always("SampledBuffer"),
    always("ImageBuffer"),
    always("ImageQuery"),
    always("DerivativeControl"),
    always("StorageImageExtendedFormats"),
    always("VulkanMemoryModelDeviceScope"),
    always("GroupNonUniform"),
    always("GroupNonUniformVote"),
    always("GroupNonUniformArithmetic"),
    always("GroupNonUniformBallot"),
    always("GroupNonUniformShuffle"),
    always("GroupNonUniformShuffleRelative"),
    always("GroupNonUniformQuad"),
    ("Geometry", feature!(core.geometry_shader)),
    ("Float64", feature!(core.shader_float64)),
    ("Int64", feature!(core.shader_int64)),
    ("Int16", feature!(core.shader_int16)),
    ("Int8", feature!(v12.shader_int8)),
    ("Float16", feature!(v12.shader_float16)),
    ("Int64Atomics", feature!(v12.shader_buffer_int64_atomics)),
    ("AtomicFloat32AddEXT", feature!(atomic_float.shader_buffer_float32_atomic_add)),
    ("AtomicFloat64AddEXT", feature!(atomic_float.shader_buffer_float64_atomic_add)),
    ("ClipDistance", feature!(core.shader_clip_distance)),
    ("CullDistance", feature!(core.shader_cull_distance)),
    ("ImageCubeArray", feature!(core.image_cube_array)),
    ("SampledCubeArray", feature!(core.image_cube_array)),
    ("SampleRateShading", feature!(core.sample_rate_shading)),
    ("InterpolationFunction", feature!(core.sample_rate_shading)),
    ("ImageGatherExtended", feature!(core.shader_image_gather_extended)),
    ("StorageImageMultisample", feature!(core.shader_storage_image_multisample)),
    ("StorageImageReadWithoutFormat", feature!(core.shader_storage_image_read_without_format)),
    ("StorageImageWriteWithoutFormat", feature!(core.shader_storage_image_write_without_format)),
    ("UniformBufferArrayDynamicIndexing", feature!(core.shader_uniform_buffer_array_dynamic_indexing)),
    ("SampledImageArrayDynamicIndexing", feature!(core.shader_sampled_image_array_dynamic_indexing)),
    ("StorageBufferArrayDynamicIndexing", feature!(core.shader_storage_buffer_array_dynamic_indexing)),
    ("StorageImageArrayDynamicIndexing", feature!(core.shader_storage_image_array_dynamic_indexing)),
    ("MinLod", feature!(core.shader_resource_min_lod)),
    ("MultiView", feature!(v11.multiview)),
    ("DrawParameters", feature!(v11.shader_draw_parameters)),
    ("VariablePointers", feature!(v11.variable_pointers)),
    ("VariablePointersStorageBuffer", feature!(v11.variable_pointers_storage_buffer)),
    ("StorageBuffer16BitAccess", feature!(v11.storage_buffer16_bit_access)),
    ("UniformAndStorageBuffer16BitAccess", feature!(v11.uniform_and_storage_buffer16_bit_access)),
    ("StoragePushConstant16", feature!(v11.storage_push_constant16)),
    ("StorageInputOutput16", feature!(v11.storage_input_output16)),
    ("StorageBuffer8BitAccess", feature!(v12.storage_buffer8_bit_access)),
    ("UniformAndStorageBuffer8BitAccess", feature!(v12.uniform_and_storage_buffer8_bit_access)),
    ("StoragePushConstant8", feature!(v12.storage_push_constant8)),
    ("VulkanMemoryModel", feature!(v12.vulkan_memory_model)),
    ("PhysicalStorageBufferAddresses", feature!(v12.buffer_device_address)),
    ("RuntimeDescriptorArray", feature!(v12.runtime_descriptor_array)),
    ("ShaderNonUniform", feature!(v12.descriptor_indexing)),
    ("ShaderLayer", feature!(v12.shader_output_layer)),
    ("ShaderViewportIndex", feature!(v12.shader_output_viewport_index)),
    ("DemoteToHelperInvocation", feature!(v13.shader_demote_to_helper_invocation)),
    ("DotProduct", feature!(v13.shader_integer_dot_product)),
    ("DotProductInputAll", feature!(v13.shader_integer_dot_product)),
    ("DotProductInput4x8Bit", feature!(v13.shader_integer_dot_product)),
    ("DotProductInput4x8BitPacked", feature!(v13.shader_integer_dot_product)),
    ("ShaderClockKHR", |_| false),
];

/// Checks whether a device supports a module.
///
/// # Errors
///
/// The first missing capability.
pub fn check(inspection: &Inspection, features: &Features) -> Result<()> {
    let has = |name: &str| ROWS.iter().any(|(row, is_there)| *row == name && is_there(features));
    match inspection.explanation.capabilities.iter().find(|capability| !has(&capability.name)) {
        Some(capability) => lacks(format!("capability {}", capability.name)),
        None => Ok(()),
    }
}
