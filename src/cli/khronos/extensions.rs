//! The extensions by name, and `--spirv-ext`.

use super::failure::Failure;
use crate::options::Extensions;
use std::collections::BTreeSet;

const FORMAT: &str = "Invalid value of --spirv-ext, expected format is:\n\t--spirv-ext=+EXT_NAME,-EXT_NAME";

/// What `--spirv-ext` says, from left to right. Nothing said: none on the way to SPIR-V, all on the way back.
pub fn parse(list: &[&str], reverse: bool) -> Result<Extensions, Failure> {
    let mut allowed: BTreeSet<&str> = if reverse { KNOWN.iter().copied().collect() } else { BTreeSet::new() };
    for entry in list {
        let (allow, name) = split(entry).ok_or_else(|| Failure::tool(FORMAT))?;
        if name != "all" && !is_known(name) {
            let text = format!("Unknown extension '{name}' was specified via --spirv-ext option");
            return Err(Failure::tool(text));
        }
        let names =
            if name == "all" { KNOWN } else { std::slice::from_ref(KNOWN.iter().find(|n| **n == name).unwrap_or(&"")) };
        match allow {
            true => allowed.extend(names.iter().copied()),
            false => allowed.retain(|known| !names.contains(known)),
        }
    }
    Ok(Extensions::Some(allowed.into_iter().map(str::to_owned).collect()))
}

/// Was the extension refused, by its name or with all others, and not allowed after that?
pub fn is_refused(list: &[&str], name: &str) -> bool {
    let last = list.iter().rev().filter_map(|entry| split(entry)).find(|entry| entry.1 == name || entry.1 == "all");
    last.is_some_and(|entry| !entry.0)
}

fn split(entry: &str) -> Option<(bool, &str)> {
    let name = entry.strip_prefix(['+', '-']).filter(|name| !name.is_empty())?;
    Some((entry.starts_with('+'), name))
}

/// Does the tool know this extension?
pub fn is_known(name: &str) -> bool {
    KNOWN.contains(&name)
}

/// All of them.
#[rustfmt::skip]
const KNOWN: &[&str] = &[
    "SPV_EXT_shader_atomic_float16_add",
    "SPV_EXT_shader_atomic_float_add",
    "SPV_EXT_shader_atomic_float_min_max",
    "SPV_EXT_image_raw10_raw12",
    "SPV_KHR_no_integer_wrap_decoration",
    "SPV_KHR_float_controls",
    "SPV_KHR_linkonce_odr",
    "SPV_KHR_expect_assume",
    "SPV_KHR_integer_dot_product",
    "SPV_KHR_bit_instructions",
    "SPV_KHR_uniform_group_instructions",
    "SPV_KHR_subgroup_rotate",
    "SPV_KHR_non_semantic_info",
    "SPV_KHR_shader_clock",
    "SPV_KHR_cooperative_matrix",
    "SPV_KHR_untyped_pointers",
    "SPV_KHR_fma",
    "SPV_INTEL_subgroups",
    "SPV_INTEL_media_block_io",
    "SPV_INTEL_device_side_avc_motion_estimation",
    "SPV_INTEL_fpga_loop_controls",
    "SPV_INTEL_fpga_memory_attributes",
    "SPV_INTEL_fpga_memory_accesses",
    "SPV_INTEL_unstructured_loop_controls",
    "SPV_INTEL_fpga_reg",
    "SPV_INTEL_blocking_pipes",
    "SPV_INTEL_function_pointers",
    "SPV_INTEL_kernel_attributes",
    "SPV_INTEL_io_pipes",
    "SPV_INTEL_inline_assembly",
    "SPV_INTEL_arbitrary_precision_integers",
    "SPV_INTEL_optimization_hints",
    "SPV_INTEL_float_controls2",
    "SPV_INTEL_vector_compute",
    "SPV_INTEL_fast_composite",
    "SPV_INTEL_usm_storage_classes",
    "SPV_INTEL_fpga_buffer_location",
    "SPV_INTEL_arbitrary_precision_fixed_point",
    "SPV_INTEL_arbitrary_precision_floating_point",
    "SPV_INTEL_variable_length_array",
    "SPV_INTEL_fp_fast_math_mode",
    "SPV_INTEL_fpga_cluster_attributes",
    "SPV_INTEL_loop_fuse",
    "SPV_INTEL_long_composites",
    "SPV_EXT_optnone",
    "SPV_INTEL_optnone",
    "SPV_INTEL_fpga_dsp_control",
    "SPV_INTEL_memory_access_aliasing",
    "SPV_INTEL_fpga_invocation_pipelining_attributes",
    "SPV_INTEL_token_type",
    "SPV_INTEL_debug_module",
    "SPV_INTEL_runtime_aligned",
    "SPV_EXT_arithmetic_fence",
    "SPV_INTEL_arithmetic_fence",
    "SPV_INTEL_bfloat16_conversion",
    "SPV_INTEL_device_barrier",
    "SPV_INTEL_joint_matrix",
    "SPV_INTEL_hw_thread_queries",
    "SPV_INTEL_global_variable_decorations",
    "SPV_INTEL_global_variable_host_access",
    "SPV_INTEL_global_variable_fpga_decorations",
    "SPV_INTEL_complex_float_mul_div",
    "SPV_INTEL_split_barrier",
    "SPV_INTEL_masked_gather_scatter",
    "SPV_INTEL_tensor_float32_conversion",
    "SPV_EXT_relaxed_printf_string_address_space",
    "SPV_INTEL_fpga_argument_interfaces",
    "SPV_INTEL_fpga_latency_control",
    "SPV_INTEL_fp_max_error",
    "SPV_INTEL_cache_controls",
    "SPV_INTEL_subgroup_buffer_prefetch",
    "SPV_INTEL_subgroup_requirements",
    "SPV_INTEL_task_sequence",
    "SPV_INTEL_maximum_registers",
    "SPV_INTEL_bindless_images",
    "SPV_INTEL_2d_block_io",
    "SPV_INTEL_subgroup_matrix_multiply_accumulate",
    "SPV_INTEL_subgroup_matrix_multiply_accumulate_float4",
    "SPV_INTEL_subgroup_matrix_multiply_accumulate_float8",
    "SPV_INTEL_subgroup_scaled_matrix_multiply_accumulate",
    "SPV_KHR_bfloat16",
    "SPV_INTEL_bfloat16_arithmetic",
    "SPV_INTEL_ternary_bitwise_function",
    "SPV_INTEL_int4",
    "SPV_INTEL_function_variants",
    "SPV_INTEL_16bit_atomics",
    "SPV_EXT_float8",
    "SPV_INTEL_predicated_io",
    "SPV_INTEL_sigmoid",
    "SPV_INTEL_float4",
    "SPV_EXT_ocp_microscaling_types",
    "SPV_INTEL_fp_conversions",
    "SPV_INTEL_rounded_divide_sqrt",
    "SPV_EXT_long_vector",
];

#[cfg(test)]
mod tests {
    use super::*;

    fn of(list: &str, reverse: bool) -> Result<Extensions, String> {
        parse(&list.split(',').collect::<Vec<_>>(), reverse).map_err(|failure| failure.text)
    }

    #[test]
    fn s3_extensions_from_left_to_right() {
        assert_eq!(KNOWN.len(), 94);
        let allows = |list, name| of(list, false).is_ok_and(|extensions| extensions.allow(name));
        assert!(allows("+all,-SPV_KHR_fma", "SPV_INTEL_subgroups") && !allows("+all,-SPV_KHR_fma", "SPV_KHR_fma"));
        assert!(allows("-all,+SPV_KHR_fma", "SPV_KHR_fma") && !allows("+SPV_KHR_fma,-all", "SPV_KHR_fma"));
        assert!(parse(&[], true).is_ok_and(|extensions| extensions.allow("SPV_KHR_fma")));
        assert!(parse(&[], false).is_ok_and(|extensions| !extensions.allow("SPV_KHR_fma")));
    }

    #[test]
    fn s3_wrong_extensions_are_refused() {
        for wrong in ["EXT", "-", "+", "", ",", "+SPV_KHR_fma,"] {
            assert_eq!(of(wrong, false).err().as_deref(), Some(FORMAT), "{wrong}");
        }
        assert_eq!(
            of("+EXT", true).err().as_deref(),
            Some("Unknown extension 'EXT' was specified via --spirv-ext option")
        );
    }
}
