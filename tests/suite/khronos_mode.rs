//! The command line under the Khronos translator's name: calls as its users write them.

use crate::support::{compile, programs, run, scratch, validate};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

const KERNEL: &str = r#"
target triple = "spir64-unknown-unknown"
define spir_kernel void @store(ptr addrspace(1) %out) {
  store i32 42, ptr addrspace(1) %out, align 4
  ret void
}
"#;

const SPECIALIZED: &str = "119734787 65536 393230 9 0
2 Capability Addresses
2 Capability Kernel
3 MemoryModel 2 2
4 EntryPoint 6 7 \"k\"
4 Decorate 5 SpecId 101
4 TypeInt 1 32 0
4 SpecConstant 1 5 7
2 TypeVoid 2
4 TypePointer 3 5 1
4 TypeFunction 4 2 3
5 Function 2 7 0 4
3 FunctionParameter 3 8
2 Label 6
5 Store 8 5 2 4
1 Return
1 FunctionEnd
";

/// The names that SYCL's linker allows.
const SYCL: &str = "-spirv-ext=-all,+SPV_EXT_shader_atomic_float_add,+SPV_EXT_shader_atomic_float_min_max,\
    +SPV_KHR_no_integer_wrap_decoration,+SPV_KHR_float_controls,+SPV_KHR_expect_assume,+SPV_KHR_linkonce_odr,\
    +SPV_INTEL_subgroups,+SPV_INTEL_function_pointers,+SPV_INTEL_inline_assembly,+SPV_INTEL_optnone";

/// Returns a link with that name to the program.
fn link() -> &'static Path {
    static LINK: OnceLock<PathBuf> = OnceLock::new();
    LINK.get_or_init(|| {
        let folder = scratch().join("khronos");
        std::fs::create_dir_all(&folder).unwrap();
        let link = folder.join("llvm-spirv");
        let _ = std::fs::remove_file(&link);
        std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_llvm-spirv-rs"), &link).unwrap();
        link
    })
}

/// Runs a call, in which `DIR` stands for a folder of the test.
fn call(folder: &Path, line: &str) -> Result<String, String> {
    let arguments = line.split_whitespace().map(|word| word.replace("DIR", &folder.to_string_lossy()));
    run(Command::new(link()).args(arguments), b"").map(|out| String::from_utf8_lossy(&out).into_owned())
}

fn folder(name: &str) -> PathBuf {
    let folder = scratch().join("khronos").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("in.ll"), KERNEL).unwrap();
    std::fs::write(folder.join("spec.spt"), SPECIALIZED).unwrap();
    let bitcode = run(Command::new("llvm-as-22").arg(folder.join("in.ll")).args(["-o", "-"]), b"").unwrap();
    std::fs::write(folder.join("in.bc"), bitcode).unwrap();
    folder
}

#[test]
fn s3_calls_of_consumers_as_written() {
    let folder = folder("consumers");
    let forward = [
        // clang
        "DIR/in.bc -o DIR/out.spv",
        "DIR/in.bc --spirv-tools-dis -o DIR/out.s",
        "--spirv-max-version=1.1 --spirv-ext=+all DIR/in.bc -o DIR/out.spv",
        // chipStar
        "--spirv-max-version=1.2 --spirv-ext=-all,+SPV_INTEL_function_pointers,+SPV_INTEL_subgroups DIR/in.bc -o DIR/out.spv",
        // AMD
        "--spirv-max-version=1.6 --spirv-ext=+all,-SPV_KHR_untyped_pointers --spirv-allow-extra-diexpressions \
         --spirv-allow-unknown-intrinsics --spirv-lower-const-expr --spirv-preserve-auxdata \
         --spirv-debug-info-version=nonsemantic-shader-200 DIR/in.bc -o DIR/out.spv",
        // PoCL
        "--spirv-ext=+SPV_KHR_expect_assume --spirv-max-version=1.2 -o DIR/out.spv DIR/in.bc",
        // libclc
        "--spirv-max-version=1.1 --spirv-ext=+SPV_KHR_fma -o DIR/out.spv DIR/in.bc",
        // AdaptiveCpp
        "-o=DIR/out.spv -spirv-max-version=1.3 -spirv-ext=+SPV_EXT_relaxed_printf_string_address_space DIR/in.bc",
        // Julia, numba
        "-o DIR/out.spv DIR/in.bc",
    ];
    for line in forward {
        call(&folder, line).unwrap_or_else(|e| panic!("{line}: {e}"));
    }
    let sycl =
        "-spirv-debug-info-version=nonsemantic-shader-200 -spirv-allow-unknown-intrinsics=llvm.genx.,llvm.fpbuiltin";
    call(&folder, &format!("{sycl} {SYCL} -o DIR/out.spv DIR/in.bc")).unwrap();
    validate(&std::fs::read(folder.join("out.spv")).unwrap()).unwrap();
    assert!(std::fs::read_to_string(folder.join("out.s")).unwrap().contains("OpStore"));
    let reverse = [
        "--spirv-ext=+SPV_KHR_expect_assume --spirv-max-version=1.2 -r --spirv-target-env=CL2.0 -o DIR/rev.bc DIR/out.spv",
        "-r -o DIR/rev.bc DIR/out.spv",
        "-r DIR/out.spv -o=DIR/rev.bc --spirv-preserve-auxdata --spirv-target-env=SPV-IR --spirv-builtin-format=global",
    ];
    for line in reverse {
        call(&folder, line).unwrap_or_else(|e| panic!("{line}: {e}"));
        assert!(std::fs::read(folder.join("rev.bc")).unwrap().starts_with(b"BC"), "{line}");
    }
}

#[test]
fn s3_default_names_of_outputs() {
    let folder = folder("names");
    for (line, output) in [
        ("DIR/in.bc", "in.spv"),
        ("DIR/in.ll -spirv-text", "in.spt"),
        ("-s DIR/in.bc", "in.regularized.bc"),
        ("-to-binary DIR/spec.spt", "spec.spv"),
        ("-r DIR/spec.spv", "spec.bc"),
        ("-to-text DIR/in.spv", "in.spt"),
    ] {
        let _ = std::fs::remove_file(folder.join(output));
        call(&folder, line).unwrap_or_else(|e| panic!("{line}: {e}"));
        assert!(folder.join(output).exists(), "{line}");
    }
}

#[test]
fn s3_specialization_as_pocl_asks_for_it() {
    let folder = folder("specialization");
    call(&folder, "-to-binary DIR/spec.spt -o DIR/spec.spv").unwrap();
    let info = call(&folder, "--spec-const-info DIR/spec.spv").unwrap();
    let expected = "Number of scalar specialization constants in the module = 1\n\
                    Spec const id = 101, size in bytes = 4, type = i32\n";
    assert_eq!(info, expected);
    let mut command = Command::new(link());
    command.args([
        "--spec-const=101:i32:11 101:i32:42 ",
        "--spirv-target-env=CL2.0",
        "--spirv-ext=-all",
        "-r",
        "-o",
        "-",
    ]);
    let bitcode = run(command.arg(folder.join("spec.spv")), b"").unwrap();
    let ir = String::from_utf8(run(&mut Command::new("llvm-dis-22"), &bitcode).unwrap()).unwrap();
    assert!(ir.contains("store i32 42, ptr addrspace(1)"), "{ir}");
    let default = call(&folder, "-r DIR/spec.spt -spirv-text -o DIR/default.bc");
    assert!(default.is_ok(), "{default:?}");
    let complaint = call(&folder, "-r --spec-const=102:i32:1 DIR/spec.spv -o -").unwrap_err();
    assert!(complaint.contains("CL_INVALID_SPEC_ID. \"102:i32:1\": There is no specialization constant with id = 102"));
}

#[test]
fn s3_errors_and_exit_codes_in_khronos_mode() {
    let folder = folder("errors");
    std::fs::write(folder.join("empty"), b"").unwrap();
    for space in [1, 5] {
        let cast = format!("addrspacecast ptr addrspace({space}) %p to ptr addrspace(3)");
        let module = format!(
            "target triple = \"spir64\" define spir_func void @f(ptr addrspace({space}) %p) {{ %q = {cast} ret void }}"
        );
        let bitcode = run(&mut Command::new("llvm-as-22"), module.as_bytes()).unwrap();
        std::fs::write(folder.join(format!("cast{space}.bc")), bitcode).unwrap();
    }
    for (line, code, text) in [
        ("DIR/empty", 255, "Can't translate, file is empty"),
        ("--spirv-ext=+EXT DIR/in.bc", 255, "Unknown extension 'EXT' was specified via --spirv-ext option"),
        ("-r -s DIR/in.bc", 255, "Cannot have both -r and -s options"),
        ("-r DIR/in.bc", 10, "InvalidModule: Invalid SPIR-V module: invalid magic number"),
        ("--spirv-print-report DIR/in.bc", 255, "\"InvalidMagicNumber: Invalid Magic Number.\""),
        ("--no-such-flag DIR/in.bc", 1, "Unknown command line argument '--no-such-flag'"),
        ("-s DIR/in.ll", 1, "Invalid bitcode signature"),
        ("DIR/cast1.bc -o -", 10, "Casts from private/local/global address space are allowed only to generic"),
        ("DIR/cast5.bc -o -", 10, "Casts from global_device/global_host only allowed to global/generic"),
    ] {
        let arguments = line.split(' ').map(|word| word.replace("DIR", &folder.to_string_lossy()));
        let output = Command::new(link()).args(arguments).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(code), "{line}: {said}");
        assert!(said.contains(text), "{line}: {said}");
    }
}

#[test]
fn s3_report() {
    let folder = folder("report");
    call(&folder, "-to-binary DIR/spec.spt").unwrap();
    let report = call(&folder, "--spirv-print-report DIR/spec.spv").unwrap();
    let expected = "SPIR-V module report:\n Version: 1.0\n Memory model: OpenCL\n Addressing model: Physical64\n \
                    Number of capabilities: 2\n  Capability: Addresses\n  Capability: Kernel\n Number of extensions: 0\n \
                    Number of extended instruction sets: 0\n";
    assert_eq!(report, expected);
}

/// Checks that text and binary are equivalent: the binary of a text gives that text, and the words are equal except for
/// their order.
#[test]
fn s3_internal_text_there_and_back() {
    let folder = folder("text");
    // SPIRV-Tools v2025.5 does not know them (vectors of any length are of two; scopes of aliases stand outside of blocks), nor
    // what OpenCL.std does with untyped pointers.
    let no = "-SPV_INTEL_memory_access_aliasing,-SPV_KHR_poison_freeze,-SPV_KHR_fma,-SPV_INTEL_int4,-SPV_EXT_long_vector,-SPV_INTEL_vector_compute,-SPV_KHR_untyped_pointers";
    let extensions = format!("--spirv-ext=+all,{no}");
    let mut seen = 0;
    for program in programs().iter().step_by(7).take(12) {
        let Ok(bitcode) = compile(program, "spir64", "O2") else { continue };
        std::fs::write(folder.join("k.bc"), bitcode).unwrap();
        if call(&folder, &format!("DIR/k.bc -o DIR/k.spv {extensions}")).is_err() {
            continue;
        }
        call(&folder, "-to-text DIR/k.spv -o DIR/k.spt").unwrap();
        call(&folder, "-to-binary DIR/k.spt -o DIR/again.spv").unwrap();
        call(&folder, "-to-text DIR/again.spv -o DIR/again.spt").unwrap();
        let read = |name: &str| std::fs::read(folder.join(name)).unwrap();
        assert_eq!(read("k.spt"), read("again.spt"), "{}", program.display());
        validate(&read("again.spv")).unwrap_or_else(|e| panic!("{}: {e}", program.display()));
        let direct = call(&folder, &format!("DIR/k.bc -spirv-text -o - {extensions}")).unwrap();
        // `-to-text` allows all extensions: that of aliases has an empty line behind the names.
        let lines = |text: &str| text.lines().filter(|line| !line.is_empty()).map(str::to_owned).collect::<Vec<_>>();
        let text = String::from_utf8(read("k.spt")).unwrap();
        assert_eq!(lines(&direct), lines(&text), "{}", program.display());
        seen += 1;
    }
    assert!(seen > 6, "only {seen} programs could be translated");
}
