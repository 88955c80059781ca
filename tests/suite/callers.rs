//! Modules of compilers, translated in Khronos mode with the flags of their build tools: each is valid, or is rejected
//! for an extension that the flags forbid.

use crate::support::{check_all, root, run, scratch, validate};
use std::path::PathBuf;
use std::process::Command;

/// An input: its name, its source, and the arguments of clang.
const INPUTS: &[(&str, &str, &str)] = &[
    ("O0", "particles.cl", "--target=spir64-unknown-unknown -cl-std=CL2.0 -O0"),
    ("O1", "particles.cl", "--target=spir64-unknown-unknown -cl-std=CL2.0 -O1"),
    ("O2", "particles.cl", "--target=spirv64-unknown-unknown -cl-std=CL3.0 -O2"),
    ("g", "particles.cl", "--target=spir64-unknown-unknown -cl-std=CL2.0 -O0 -g"),
    ("atomics", "atomics.cl", "--target=spir64-unknown-unknown -cl-std=CL2.0 -O1"),
    ("printf", "printf.cl", "--target=spir-unknown-unknown -cl-std=CL1.2 -O1"),
    ("groups", "groups.cl", "--target=spir64-unknown-unknown -cl-std=CL2.0 -O1"),
    ("images", "images.cl", "--target=spir64-unknown-unknown -cl-std=CL2.0 -O1"),
    ("hip", "virtual.hip", "-x hip --offload=spirv64 -nogpulib -nogpuinc --cuda-device-only -O0"),
    ("openmp", "offload.cpp", "-fopenmp -fopenmp-targets=spirv64-intel --offload-device-only -nogpulib -O1"),
    ("c++", "classes.clcpp", "--target=spir64-unknown-unknown -cl-std=CLC++2021 -O1"),
];

/// Further inputs for HIP: optimised, and for AMD's virtual architecture.
const HIP: &[(&str, &str, &str)] = &[
    ("hip-O2", "virtual.hip", "-x hip --offload=spirv64 -nogpulib -nogpuinc --cuda-device-only -O2"),
    ("amd-O0", "virtual.hip", "-x hip --offload-arch=amdgcnspirv -nogpulib -nogpuinc --cuda-device-only -O0"),
    ("amd-O2", "virtual.hip", "-x hip --offload-arch=amdgcnspirv -nogpulib -nogpuinc --cuda-device-only -O2"),
];

/// The extensions that the SPIRV-Tools of the tests do not know, and that would be used if all were allowed.
const UNKNOWN: &str = "-SPV_INTEL_memory_access_aliasing,-SPV_KHR_poison_freeze,-SPV_KHR_fma,-SPV_INTEL_int4,\
    -SPV_EXT_long_vector,-SPV_INTEL_vector_compute,-SPV_KHR_untyped_pointers,-SPV_KHR_abort,-SPV_AMD_weak_linkage";

/// The extensions that SYCL's linker allows.
const SYCL: &str = "SPV_EXT_shader_atomic_float_add,SPV_EXT_shader_atomic_float_min_max,SPV_EXT_shader_atomic_float16_add,\
    SPV_KHR_no_integer_wrap_decoration,SPV_KHR_float_controls,SPV_KHR_expect_assume,SPV_KHR_linkonce_odr,\
    SPV_KHR_shader_clock,SPV_KHR_uniform_group_instructions,SPV_KHR_non_semantic_info,SPV_KHR_cooperative_matrix,\
    SPV_INTEL_subgroups,SPV_INTEL_media_block_io,SPV_INTEL_device_side_avc_motion_estimation,\
    SPV_INTEL_fpga_loop_controls,SPV_INTEL_unstructured_loop_controls,SPV_INTEL_fpga_reg,SPV_INTEL_blocking_pipes,\
    SPV_INTEL_function_pointers,SPV_INTEL_kernel_attributes,SPV_INTEL_io_pipes,SPV_INTEL_inline_assembly,\
    SPV_INTEL_arbitrary_precision_integers,SPV_INTEL_float_controls2,SPV_INTEL_vector_compute,SPV_INTEL_fast_composite,\
    SPV_INTEL_arbitrary_precision_fixed_point,SPV_INTEL_arbitrary_precision_floating_point,\
    SPV_INTEL_variable_length_array,SPV_INTEL_fp_fast_math_mode,SPV_INTEL_long_composites,SPV_INTEL_arithmetic_fence,\
    SPV_INTEL_global_variable_decorations,SPV_INTEL_cache_controls,SPV_INTEL_fpga_buffer_location,\
    SPV_INTEL_fpga_argument_interfaces,SPV_INTEL_fpga_invocation_pipelining_attributes,\
    SPV_INTEL_fpga_latency_control,SPV_INTEL_bindless_images,SPV_INTEL_task_sequence,SPV_INTEL_bfloat16_conversion,\
    SPV_INTEL_joint_matrix,SPV_INTEL_hw_thread_queries,SPV_INTEL_masked_gather_scatter,\
    SPV_INTEL_tensor_float32_conversion,SPV_INTEL_optnone,SPV_INTEL_fp_max_error";

/// Returns the flags of a caller; extensions come last.
fn flags(caller: &str) -> String {
    let all = format!("--spirv-ext=+all,{UNKNOWN}");
    match caller {
        "clang for HIP" => format!("--spirv-max-version=1.1 {all}"),
        "chipStar" => {
            "--spirv-max-version=1.2 --spirv-ext=-all,+SPV_INTEL_function_pointers,+SPV_INTEL_subgroups".into()
        }
        "SYCL" => format!(
            "-spirv-max-version=1.5 -spirv-debug-info-version=nonsemantic-shader-200 \
             -spirv-allow-unknown-intrinsics=llvm.genx. -spirv-ext=-all,+{}",
            SYCL.replace(',', ",+")
        ),
        "AMD" => format!(
            "--spirv-max-version=1.6 --spirv-allow-unknown-intrinsics --spirv-lower-const-expr --spirv-preserve-auxdata \
             --spirv-debug-info-version=nonsemantic-shader-200 {all}"
        ),
        "AdaptiveCpp" => "-spirv-max-version=1.3 -spirv-ext=+SPV_EXT_relaxed_printf_string_address_space".into(),
        _ => String::new(),
    }
}

const CALLERS: [&str; 6] = ["clang for HIP", "chipStar", "SYCL", "AMD", "AdaptiveCpp", "Julia"];

/// Returns the folder of a test, with a link of the Khronos translator's name to the program.
fn folder(name: &str) -> PathBuf {
    let folder = scratch().join(name);
    std::fs::create_dir_all(&folder).unwrap();
    let _ = std::fs::remove_file(folder.join("llvm-spirv-22"));
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_llvm-spirv-rs"), folder.join("llvm-spirv-22")).unwrap();
    folder
}

/// Returns clang's output for an input.
fn compile(folder: &std::path::Path, (name, source, arguments): (&str, &str, &str)) -> PathBuf {
    let bitcode = folder.join(format!("{name}.bc"));
    let mut clang = Command::new("clang-22");
    clang.args(arguments.split_whitespace()).args(["-c", "-emit-llvm", "-o"]).arg(&bitcode);
    if arguments.contains("-cl-std") {
        clang.args(["-Xclang", "-finclude-default-header"]);
    }
    run(clang.arg(root().join("tests/callers").join(source)), b"").unwrap_or_else(|error| panic!("{name}: {error}"));
    bitcode
}

/// Translates an input, validates it, and translates it back; an error must name an extension that the flags do not
/// allow.
fn check(folder: &std::path::Path, input: &str, caller: &str) -> Result<(), String> {
    let flags = flags(caller);
    let output = folder.join(format!("{input} of {caller}.spv"));
    let mut translate = Command::new(folder.join("llvm-spirv-22"));
    translate.args(flags.split_whitespace()).arg(folder.join(format!("{input}.bc"))).arg("-o").arg(&output);
    let failed = |error: String| format!("{input}, {caller}: {error}");
    if let Err(error) = run(&mut translate, b"") {
        let extension = error.split_whitespace().find(|word| word.starts_with("SPV_")).unwrap_or("nothing").to_owned();
        let is_refused = error.contains("RequiresExtension") && !flags.contains(&format!("+{extension}"));
        return if is_refused && !flags.contains("+all") { Ok(()) } else { Err(failed(error)) };
    }
    let module = std::fs::read(&output).unwrap();
    validate(&module).or_else(|complaint| match is_known(&complaint) {
        true => Ok(()),
        false => Err(failed(complaint)),
    })?;
    let mut back = Command::new(folder.join("llvm-spirv-22"));
    let bitcode = run(back.arg("-r").arg(&output).args(["-o", "-"]), b"").map_err(failed)?;
    run(Command::new("opt-22").args(["-passes=verify", "-disable-output"]), &bitcode).map(drop).map_err(failed)
}

/// Returns whether a message of SPIRV-Tools is about a construct that only their releases from 2026 on support:
/// pointers to functions that are defined later.
fn is_known(complaint: &str) -> bool {
    complaint.contains("has not been defined") && complaint.contains("OpConstantFunctionPointerINTEL")
}

#[test]
fn each_input_is_valid_with_the_flags_of_each_caller() {
    let folder = folder("callers");
    let inputs: Vec<_> = INPUTS.iter().chain(HIP).collect();
    inputs.iter().for_each(|input| drop(compile(&folder, **input)));
    let calls: Vec<_> = inputs.iter().flat_map(|input| CALLERS.map(|caller| (input.0, caller))).collect();
    check_all("calls", &calls, |(input, caller)| check(&folder, input, caller));
}

/// Checks that pointers to functions, which are in the address space of code or of private memory, are in the address
/// space of tables.
#[test]
fn tables_of_virtual_functions_hold_pointers_to_them() {
    let folder = folder("virtual-functions");
    for input in HIP.iter().chain(INPUTS.iter().filter(|input| input.0 == "hip")) {
        compile(&folder, *input);
        let output = folder.join("virtual.spv");
        let mut translate = Command::new(folder.join("llvm-spirv-22"));
        translate.arg("--spirv-ext=+SPV_INTEL_function_pointers").arg(folder.join(format!("{}.bc", input.0)));
        run(translate.arg("-o").arg(&output), b"").unwrap_or_else(|error| panic!("{}: {error}", input.0));
        let text = run(Command::new(folder.join("llvm-spirv-22")).arg("-to-text").arg(&output).args(["-o", "-"]), b"");
        let text = String::from_utf8(text.unwrap()).unwrap();
        assert!(text.contains("ConstantFunctionPointerINTEL") && text.contains("FunctionPointerCallINTEL"), "{text}");
    }
}
