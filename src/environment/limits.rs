//! Limits of a device, as `spirv.target_env` lists them in `#spirv.resource_limits`.

use super::device::Api;

/// Limits of a device.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The bytes of memory that the invocations of a workgroup may share.
    pub max_compute_shared_memory_size: u32,
    /// The invocations of a workgroup.
    pub max_compute_workgroup_invocations: u32,
    /// The sizes of a workgroup, if listed; the default is 128, 128 and 64.
    pub max_compute_workgroup_size: Option<Vec<u32>>,
    /// The invocations of a subgroup.
    pub subgroup_size: u32,
    /// The smallest size of a subgroup, if the size can be chosen.
    pub min_subgroup_size: Option<u32>,
    /// The largest size of a subgroup, if the size can be chosen.
    pub max_subgroup_size: Option<u32>,
    /// The list of supported cooperative matrices of `SPV_KHR_cooperative_matrix`, as the attribute spells it.
    pub cooperative_matrices_khr: Option<String>,
    /// The list of supported cooperative matrices of `SPV_NV_cooperative_matrix`, as the attribute spells it.
    pub cooperative_matrices_nv: Option<String>,
}

impl Limits {
    /// Returns the limits that every device of an interface offers: "Required Limits" of the Vulkan specification and
    /// table "Device Queries" of the OpenCL specification. Other limits and interfaces have the attribute's defaults.
    pub fn minimum(api: Api, version: (u8, u8), is_embedded: bool) -> Self {
        let attribute = Self::default();
        match api {
            Api::Vulkan if version >= (1, 4) => Self {
                max_compute_workgroup_invocations: 256,
                max_compute_workgroup_size: Some(vec![256, 256, 64]),
                ..attribute
            },
            Api::OpenCl => Self {
                max_compute_shared_memory_size: if is_embedded { 1 << 10 } else { 32 << 10 },
                max_compute_workgroup_invocations: 1,
                max_compute_workgroup_size: Some(vec![1, 1, 1]),
                subgroup_size: 1,
                ..attribute
            },
            _ => attribute,
        }
    }
}

impl Default for Limits {
    /// Returns the limits of an attribute that lists none.
    fn default() -> Self {
        Self {
            max_compute_shared_memory_size: 16 << 10,
            max_compute_workgroup_invocations: 128,
            max_compute_workgroup_size: None,
            subgroup_size: 32,
            min_subgroup_size: None,
            max_subgroup_size: None,
            cooperative_matrices_khr: None,
            cooperative_matrices_nv: None,
        }
    }
}
