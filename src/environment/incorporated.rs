//! The versions of SPIR-V that incorporated extensions, by the section "Changes" of their specifications. A module of
//! that version may declare the extension, but need not.

use super::version::Version;

/// The minor version, and the extensions that it took in.
const ROWS: &[(u8, &[&str])] = &[
    (
        3,
        &[
            "SPV_KHR_16bit_storage",
            "SPV_KHR_device_group",
            "SPV_KHR_multiview",
            "SPV_KHR_shader_draw_parameters",
            "SPV_KHR_storage_buffer_storage_class",
            "SPV_KHR_variable_pointers",
        ],
    ),
    (
        4,
        &[
            "SPV_GOOGLE_decorate_string",
            "SPV_GOOGLE_hlsl_functionality1",
            "SPV_KHR_float_controls",
            "SPV_KHR_no_integer_wrap_decoration",
        ],
    ),
    (
        5,
        &[
            "SPV_EXT_descriptor_indexing",
            "SPV_EXT_physical_storage_buffer",
            "SPV_EXT_shader_viewport_index_layer",
            "SPV_KHR_8bit_storage",
            "SPV_KHR_physical_storage_buffer",
            "SPV_KHR_vulkan_memory_model",
        ],
    ),
    (
        6,
        &[
            "SPV_EXT_demote_to_helper_invocation",
            "SPV_KHR_integer_dot_product",
            "SPV_KHR_non_semantic_info",
            "SPV_KHR_terminate_invocation",
        ],
    ),
];

/// Returns the version that took in the extension, if one did.
pub fn since(name: &str) -> Option<Version> {
    ROWS.iter().find(|row| row.1.contains(&name)).map(|row| Version::new(1, row.0))
}
