//! `spirv.target_env` as text, as MLIR prints it.

use super::Environment;
use super::device::{Api, Device, DeviceType, Vendor};
use super::limits::Limits;
use ::spirv::Capability;
use ::spirv::grammar::{self, Kind};

/// Returns the text of the attribute for an environment. Unknown parts, and limits with the attribute's default values,
/// are left out.
pub fn text(environment: &Environment) -> String {
    let capabilities: Vec<_> = environment.capabilities().into_iter().map(name).collect();
    let triple = format!(
        "#spirv.vce<v{}, [{}], [{}]>",
        environment.version(),
        capabilities.join(", "),
        environment.extensions().join(", "),
    );
    let api = match environment.api() {
        Api::Unknown => None,
        api => Some(format!("api={}", api.name())),
    };
    let limits = format!("#spirv.resource_limits<{}>", limits(environment.limits()));
    let parts = [Some(triple), api, device(environment.device()), Some(limits)];
    format!("#spirv.target_env<{}>", parts.into_iter().flatten().collect::<Vec<_>>().join(", "))
}

/// The older names that MLIR has for capabilities.
const OLDER: &[(Capability, &str)] = &[
    (Capability::UniformAndStorageBuffer16BitAccess, "StorageUniform16"),
    (Capability::ComputeDerivativeGroupQuadsKHR, "ComputeDerivativeGroupQuadsNV"),
    (Capability::ComputeDerivativeGroupLinearKHR, "ComputeDerivativeGroupLinearNV"),
    (Capability::FPGAMemoryAttributesALTERA, "FPGAMemoryAttributesINTEL"),
    (Capability::ArbitraryPrecisionIntegersALTERA, "ArbitraryPrecisionIntegersINTEL"),
    (Capability::ArbitraryPrecisionFloatingPointALTERA, "ArbitraryPrecisionFloatingPointINTEL"),
    (Capability::ArbitraryPrecisionFixedPointALTERA, "ArbitraryPrecisionFixedPointINTEL"),
    (Capability::FPGALoopControlsALTERA, "FPGALoopControlsINTEL"),
    (Capability::FPGAMemoryAccessesALTERA, "FPGAMemoryAccessesINTEL"),
    (Capability::FPGAClusterAttributesALTERA, "FPGAClusterAttributesINTEL"),
    (Capability::FPGABufferLocationALTERA, "FPGABufferLocationINTEL"),
    (Capability::FPGARegALTERA, "FPGARegINTEL"),
    (Capability::LoopFuseALTERA, "LoopFuseINTEL"),
    (Capability::USMStorageClassesALTERA, "USMStorageClassesINTEL"),
    (Capability::IOPipesALTERA, "IOPipesINTEL"),
    (Capability::OptNoneEXT, "OptNoneINTEL"),
];

/// Returns the name that MLIR has for a capability, or that of the grammar where it does not know it.
fn name(capability: Capability) -> &'static str {
    let older = OLDER.iter().find(|row| row.0 == capability).map(|row| row.1);
    older.or(grammar::enumerant(Kind::Capability, capability as u32).map(|row| row.name)).unwrap_or_default()
}

/// Returns the text of a device: the type only with a vendor, the id only with a type.
fn device(device: Device) -> Option<String> {
    let vendor = device.vendor.name();
    match (device.vendor, device.kind, device.id) {
        (Vendor::Unknown, ..) => None,
        (_, DeviceType::Unknown, _) => Some(vendor.to_owned()),
        (_, kind, None) => Some(format!("{vendor}:{}", kind.name())),
        (_, kind, Some(id)) => Some(format!("{vendor}:{}:{id}", kind.name())),
    }
}

fn limits(limits: &Limits) -> String {
    let default = Limits::default();
    let number = |name: &str, value: u32, default: u32| (value != default).then(|| format!("{name} = {value}"));
    let size = limits.max_compute_workgroup_size.as_ref().map(|size| {
        let numbers: Vec<_> = size.iter().map(u32::to_string).collect();
        format!("max_compute_workgroup_size = [{}]", numbers.join(", "))
    });
    let (memory, invocations) = (limits.max_compute_shared_memory_size, limits.max_compute_workgroup_invocations);
    let matrices = |of: &str, list: &Option<String>| {
        list.as_ref().map(|list| format!("cooperative_matrix_properties_{of} = {list}"))
    };
    let parts = [
        number("max_compute_shared_memory_size", memory, default.max_compute_shared_memory_size),
        number("max_compute_workgroup_invocations", invocations, default.max_compute_workgroup_invocations),
        size,
        number("subgroup_size", limits.subgroup_size, default.subgroup_size),
        limits.min_subgroup_size.map(|size| format!("min_subgroup_size = {size}")),
        limits.max_subgroup_size.map(|size| format!("max_subgroup_size = {size}")),
        matrices("khr", &limits.cooperative_matrices_khr),
        matrices("nv", &limits.cooperative_matrices_nv),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}
