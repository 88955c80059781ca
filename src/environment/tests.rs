use super::device::{DeviceType, Vendor};
use super::*;
use ::spirv::{AddressingModel, MemoryModel, Op};

fn environment(text: &str) -> Environment {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn error(text: &str) -> String {
    text.parse::<Environment>().map_or_else(|error| error.to_string(), |other| panic!("{text} is {other}"))
}

/// Texts that mlir-opt 22 prints unchanged.
const PRINTED: &[&str] = &[
    "#spirv.target_env<#spirv.vce<v1.3, [Shader, GroupNonUniform], [SPV_KHR_8bit_storage]>, ARM:IntegratedGPU, \
     #spirv.resource_limits<>>",
    "#spirv.target_env<#spirv.vce<v1.0, [], []>, #spirv.resource_limits<>>",
    "#spirv.target_env<#spirv.vce<v1.3, [Shader, Shader], [SPV_KHR_8bit_storage]>, api=Vulkan, \
     #spirv.resource_limits<max_compute_workgroup_size = [128, 128, 64]>>",
    "#spirv.target_env<#spirv.vce<v1.6, [Kernel], []>, NVIDIA, #spirv.resource_limits<max_compute_shared_memory_size = 7, \
     max_compute_workgroup_invocations = 1, max_compute_workgroup_size = [1, 2, 3], subgroup_size = 4, min_subgroup_size = 5, \
     max_subgroup_size = 6, cooperative_matrix_properties_khr = [], cooperative_matrix_properties_nv = []>>",
    "#spirv.target_env<#spirv.vce<v1.6, [Kernel], []>, api=OpenCL, Qualcomm:Other:12345, \
     #spirv.resource_limits<max_compute_workgroup_size = [128, 64, 1]>>",
    "#spirv.target_env<#spirv.vce<v1.3, [Shader], []>, SwiftShader:CPU, \
     #spirv.resource_limits<cooperative_matrix_properties_khr = [#spirv.coop_matrix_props_khr<m_size = 8, n_size = 8, k_size = 32, \
     a_type = i8, b_type = i8, c_type = i32, result_type = i32, acc_sat = false, scope = <Subgroup>>]>>",
];

#[test]
fn s4_72_attributes_are_printed_as_they_are_read() {
    for text in PRINTED {
        assert_eq!(environment(text).target_env(), *text);
        assert_eq!(environment(text).to_string(), *text);
    }
    // As mlir-opt, without what is not known and what is the default.
    let text = "#spirv.target_env<#spirv.vce<v1.6,[Kernel],[]>,api=Unknown,Unknown:CPU:7, #spirv.resource_limits<subgroup_size=32>>";
    let printed = "#spirv.target_env<#spirv.vce<v1.6, [Kernel], []>, #spirv.resource_limits<>>";
    assert_eq!(environment(text).target_env(), printed);
}

#[test]
fn s4_72_the_text_of_the_document_is_read() {
    let read = environment(
        "#spirv.target_env<
            #spirv.vce<v1.3, [Shader, GroupNonUniform], [SPV_KHR_8bit_storage]>,
            ARM:IntegratedGPU,
            {
                max_compute_workgroup_invocations = 128 : i32,
                max_compute_workgroup_size = dense<[128, 128, 64]> : vector<3xi32>
            }>",
    );
    let printed = "#spirv.target_env<#spirv.vce<v1.3, [Shader, GroupNonUniform], [SPV_KHR_8bit_storage]>, ARM:IntegratedGPU, \
                   #spirv.resource_limits<max_compute_workgroup_size = [128, 128, 64]>>";
    assert_eq!(read.target_env(), printed);
    assert_eq!(environment(printed), read);
    let short =
        "#spirv.target_env<#spirv.vce<v1.3,[Shader,GroupNonUniform],[SPV_KHR_8bit_storage]>, ARM:IntegratedGPU, {}>";
    assert_eq!(environment(short).target_env(), PRINTED[0]);
}

#[test]
fn s4_71_a_target_has_version_extensions_capabilities_device_and_limits() {
    let target = environment(
        "#spirv.target_env<#spirv.vce<v1.3, [Geometry], [SPV_KHR_8bit_storage]>, api=Vulkan, NVIDIA:DiscreteGPU:7, \
         #spirv.resource_limits<max_compute_workgroup_invocations = 64, max_compute_workgroup_size = [8, 4, 2]>>",
    );
    assert_eq!((target.version(), target.api()), (Version::new(1, 3), Api::Vulkan));
    assert!(target.allows_capability(Capability::Geometry) && target.allows_capability(Capability::Matrix));
    assert!(!target.allows_capability(Capability::Tessellation) && !target.allows_capability(Capability::Kernel));
    assert!(target.allows_extension("SPV_KHR_8bit_storage") && target.allows_extension("SPV_KHR_multiview"));
    assert!(!target.allows_extension("SPV_KHR_float_controls"));
    let device = Device { vendor: Vendor::Nvidia, kind: DeviceType::DiscreteGpu, id: Some(7) };
    assert_eq!(target.device(), device);
    assert_eq!(target.limits().max_compute_workgroup_invocations, 64);
    assert_eq!(target.limits().max_compute_workgroup_size, Some(vec![8, 4, 2]));
    assert_eq!(environment("vulkan1.4").limits().max_compute_workgroup_size, Some(vec![256, 256, 64]));
    assert_eq!(environment("opencl1.2embedded").limits().max_compute_shared_memory_size, 1024);
}

#[test]
fn attributes_that_are_wrong_are_errors_with_a_column() {
    let with = |vce: &str, rest: &str| error(&format!("#spirv.target_env<#spirv.vce<{vce}>{rest}>"));
    let limits = ", #spirv.resource_limits<>";
    assert_eq!(with("v1.7, [], []", limits), "column 30 of the attribute: expected a version such as v1.0");
    assert_eq!(with("v1.0, [Foo], []", limits), "column 37 of the attribute: expected a capability");
    assert_eq!(with("v1.0, [], [SPV_FOO]", limits), "column 41 of the attribute: expected an extension");
    assert_eq!(with("v1.0, [], []", ""), "column 43 of the attribute: expected `,`");
    assert!(with("v1.0, [], []", ", Foo:CPU, {}").ends_with("expected a vendor such as AMD"));
    assert!(with("v1.0, [], []", ", Apple:GPU, {}").ends_with("expected a kind of device such as CPU"));
    assert!(with("v1.0, [], []", ", api=GL, {}").ends_with("expected an interface such as Vulkan"));
    assert!(with("v1.0, [], []", ", {foo = 1}").ends_with("expected a limit such as subgroup_size"));
    assert!(with("v1.0, [], []", ", {subgroup_size = 99999999999}").ends_with("expected a number"));
    assert!(with("v1.0, [], []", ", {cooperative_matrix_properties_nv = [[}").ends_with("expected `]`"));
    assert!(with("v1.0, [], []", ", {cooperative_matrix_properties_nv = 1}").ends_with("expected `[`"));
    assert!(error(&format!("{} x", PRINTED[1])).ends_with("expected the end"));
}

/// Checks that a truncated attribute, or one with a byte replaced, is an error and never a crash.
#[test]
fn damaged_attributes_are_errors() {
    for text in PRINTED {
        assert!((0..text.len()).all(|end| text[..end].parse::<Environment>().is_err()), "{text}");
        for at in 0..text.len() {
            for with in ["", "<", ">", "[", "]", "{", ",", "é", "9999999999"] {
                let _ = format!("{}{with}{}", &text[..at], &text[at + 1..]).parse::<Environment>();
            }
        }
    }
}

#[test]
fn s4_75_presets_are_those_of_the_client_apis() {
    for name in Environment::names() {
        assert_eq!(environment(name).to_string(), name);
    }
    let versions = ["opencl1.2", "opencl2.2", "vulkan1.0", "vulkan1.1", "vulkan1.2", "vulkan1.3", "universal1.5"];
    assert_eq!(versions.map(|name| environment(name).version().minor), [0, 2, 0, 3, 5, 6, 5]);
    let vulkan = environment("vulkan1.1");
    for (feature, is_allowed) in [
        (Feature::Opcode(Op::GroupNonUniformElect), true),
        (Feature::Opcode(Op::CopyLogical), false),
        (Feature::Opcode(Op::EnqueueKernel), false),
        (Feature::Capability(Capability::Shader), true),
        (Feature::Capability(Capability::Kernel), false),
    ] {
        assert_eq!(vulkan.has(feature), is_allowed, "{feature:?}");
    }
}

#[test]
fn names_of_the_validator_are_read() {
    assert_eq!(environment("spv1.5"), environment("universal1.5"));
    assert_eq!(environment("vulkan1.1spv1.4").version(), Version::V1_4);
    assert_eq!(environment("vulkan1.1spv1.4").to_string(), "vulkan1.1spv1.4");
    assert_eq!(environment("opencl3.0spv1.2").version(), Version::new(1, 2));
    assert!(error("opencl20").starts_with("\"opencl20\" is no environment; there are universal1.0, universal1.1, "));
    assert_eq!(error("vulkan1.0spv1.4"), "vulkan1.0 has no SPIR-V 1.4");
    assert_eq!(error("universal1.2spv1.1"), "universal1.2 has no SPIR-V 1.1");
    assert!(error("opencl2.0+cl_khr_fp65").starts_with("\"cl_khr_fp65\" is no extension"));
}

#[test]
fn s4_74_without_an_environment_all_is_allowed() {
    let environment = Environment::default();
    assert_eq!(environment.to_string(), "universal1.6");
    assert!(!environment.is_limited());
    assert!(grammar::instructions().all(|row| environment.has(Feature::Opcode(row.op))));
    assert!(
        [AddressingModel::Logical, AddressingModel::Physical64].into_iter().all(|m| environment.allows_addressing(m))
    );
}

#[test]
fn profiles_and_extensions_of_opencl_decide() {
    use Capability as C;
    let allows = |name: &str, capability| environment(name).allows_capability(capability);
    assert!(allows("opencl1.2", C::Int64) && !allows("opencl1.2embedded", C::Int64));
    assert!(allows("opencl1.2embedded+cles_khr_int64", C::Int64) && allows("opencl1.2embedded", C::Float64));
    assert!(!allows("opencl1.2", C::GenericPointer) && allows("opencl2.0", C::GenericPointer));
    assert!(!allows("opencl1.2", C::Groups) && allows("opencl1.2+cl_khr_subgroups", C::Groups));
    assert!(!allows("opencl2.1", C::PipeStorage) && allows("opencl2.2", C::PipeStorage));
    assert!(!allows("opencl3.0", C::Int64Atomics) && allows("opencl3.0+cl_khr_int64_base_atomics", C::Int64Atomics));
    assert!(!allows("opencl3.0", C::Shader) && allows("opencl2.0", C::AtomicFloat32AddEXT));
    assert!(!allows("vulkan1.1", C::Float16) && allows("vulkan1.2", C::Float16));
    assert!(allows("vulkan1.1+VK_KHR_shader_float16_int8", C::Float16) && allows("vulkan1.0", C::MeshShadingEXT));
}

#[test]
fn models_follow_from_the_interface() {
    let logical = |name| environment(name).allows_addressing(AddressingModel::Logical);
    let physical = |name| environment(name).allows_addressing(AddressingModel::Physical64);
    assert!(logical("vulkan1.0") && !physical("vulkan1.4") && !logical("opencl2.0") && physical("opencl2.0"));
    assert!(logical("universal1.0") && physical("universal1.0"));
    let memory = |name, model| environment(name).allows_memory(model);
    assert!(memory("opencl3.0", MemoryModel::OpenCL) && !memory("opencl3.0", MemoryModel::GLSL450));
    assert!(memory("vulkan1.2", MemoryModel::Vulkan) && !memory("vulkan1.1", MemoryModel::OpenCL));
    assert!(memory("universal1.4", MemoryModel::Vulkan), "with its extension");
}

#[test]
fn an_environment_that_allows_more_is_named() {
    let other = |name: &str, capability| environment(name).other(|other| other.allows_capability(capability));
    assert_eq!(other("opencl1.2", Capability::Pipes).as_deref(), Some("opencl2.0"));
    assert_eq!(other("opencl2.0embedded", Capability::Int64).as_deref(), Some("opencl2.0"));
    assert_eq!(other("vulkan1.1", Capability::Float16).as_deref(), Some("vulkan1.2"));
    assert_eq!(other("vulkan1.1", Capability::Kernel).as_deref(), Some("universal1.6"));
    let extended = environment("opencl2.0")
        .other(|other| other.api() == Api::OpenCl && other.allows_capability(Capability::Int64Atomics));
    assert_eq!(extended.as_deref(), Some("opencl2.0+cl_khr_int64_base_atomics"));
}

#[test]
fn tables_name_what_there_is_once() {
    assert!(vulkan::EXTENSIONS.is_sorted_by(|a, b| a < b));
    assert!(vulkan::EXTENSIONS.iter().all(|name| extension_names::is_known(name)));
    let mut seen = BTreeSet::new();
    assert!(vulkan::CAPABILITIES.iter().flat_map(|row| row.capabilities).all(|capability| seen.insert(*capability)));
}

/// Checks that an environment that was printed as an attribute and read again allows the same as before, except
/// capabilities that imply ones that the environment lacks.
#[test]
fn s4_72_presets_are_printed_as_attributes() {
    for name in Environment::names() {
        let (preset, listed) = (environment(name), environment(&environment(name).target_env()));
        let differs = |capability: &Capability| {
            let is_whole = || preset.allows_all_implied(*capability);
            let [preset, listed] = [&preset, &listed].map(|of| of.has(Feature::Capability(*capability)));
            preset != listed && (listed || is_whole())
        };
        let rows = Kind::Capability.info().enumerants.iter().filter_map(|row| Capability::from_u32(row.value));
        assert_eq!(rows.filter(differs).collect::<Vec<_>>(), [], "{name}");
        assert_eq!(
            (preset.api(), preset.version(), preset.limits()),
            (listed.api(), listed.version(), listed.limits())
        );
    }
}

#[test]
fn s4_71_each_name_of_mlir_for_a_capability_is_read() {
    for name in Environment::names() {
        let text = environment(name).target_env();
        assert_eq!(environment(&text).target_env(), text, "{name}");
    }
    let text = environment("universal1.6").target_env();
    assert!(text.contains(" StorageUniform16, ") && !text.contains("UniformAndStorageBuffer16BitAccess"));
}

#[test]
fn drivers_are_rows_with_a_source() {
    for profile in profiles::PROFILES {
        let driver = environment(profile.name);
        assert_eq!((driver.api(), driver.version()), (Api::OpenCl, profile.version), "{}", profile.name);
        assert!(profile.extensions.is_sorted_by(|a, b| a < b), "{}", profile.name);
        assert!(profile.extensions.iter().all(|name| extension_names::is_known(name) && driver.grants(name)));
        assert!(!profile.source.is_empty() && profile.date.len() == "2026-11".len());
        let lacks = |capability: &Capability| !driver.allows_capability(*capability);
        assert!(profile.lacks.iter().all(lacks) && !driver.allows_extension("SPV_KHR_ray_tracing"));
    }
    let pocl = environment("pocl");
    let newer = pocl.refined(["SPV_KHR_expect_assume"].into_iter());
    assert!(newer.allows_extension("SPV_KHR_expect_assume") && newer.allows_capability(Capability::ExpectAssumeKHR));
    assert!(!pocl.allows_capability(Capability::ExpectAssumeKHR));
    assert_eq!(environment("intel-gpu").limits().max_compute_workgroup_invocations, 1024);
}
