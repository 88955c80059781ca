//! The conversion of LLVM IR for a target environment: what it allows, what is rewritten, what is refused.

use super::module::{instruction, shader};
use crate::support::{check_all, run, scratch, spirv_tools, tool};
use llvm_spirv::binary::{Instruction, Words};
use llvm_spirv::error::Code;
use llvm_spirv::llvm_to_spirv;
use llvm_spirv::options::Options;
use std::process::Command;

/// Returns a compute shader for a version of Vulkan, with a block that stores to `@out`.
fn of_llvm(vulkan: &str, ty: &str, block: &str) -> String {
    format!(
        "target triple = \"spirv-unknown-{vulkan}-compute\"\n@out = external addrspace(10) global {ty}\n\
         @in = external addrspace(10) global i32\n\
         define void @main() \"hlsl.shader\"=\"compute\" \"hlsl.numthreads\"=\"1,1,1\" {{\n{block}\n  ret void\n}}\n"
    )
}

fn options(environment: &str) -> Options {
    Options { environment: environment.parse().unwrap(), ..Options::default() }
}

fn written(llvm: &str, options: &Options) -> Result<String, String> {
    let bytes = llvm_to_spirv(llvm.as_bytes(), options).map_err(|error| error.to_string())?.bytes;
    spirv_tools::validate(&bytes).map_err(|complaint| complaint.whole)?;
    llvm_spirv::disassemble(&bytes).map_err(|error| error.to_string())
}

/// The scalar types, each on its own and in vectors.
const SCALARS: [(&str, &str, &str); 6] = [
    ("i16", "OpTypeInt 16 0", "Int16"),
    ("i32", "OpTypeInt 32 0", "Shader"),
    ("i64", "OpTypeInt 64 0", "Int64"),
    ("half", "OpTypeFloat 16", "Float16"),
    ("float", "OpTypeFloat 32", "Shader"),
    ("double", "OpTypeFloat 64", "Float64"),
];

/// Returns a block that doubles the value in `@out`.
fn doubling(ty: &str) -> String {
    let add = if ty.contains('i') && !ty.contains("double") { "add" } else { "fadd" };
    format!(
        "  %a = load {ty}, ptr addrspace(10) @out\n  %b = {add} {ty} %a, %a\n  store {ty} %b, ptr addrspace(10) @out"
    )
}

#[test]
fn s4_101_scalars_are_themselves() {
    for (llvm, spirv, capability) in SCALARS {
        let text = written(&of_llvm("vulkan1.3", llvm, &doubling(llvm)), &Options::default()).unwrap();
        assert!(text.contains(spirv) && text.contains(&format!("OpCapability {capability}")), "{llvm}: {text}");
    }
}

#[test]
fn s4_104_short_vectors_are_themselves() {
    for (llvm, spirv, _) in SCALARS {
        for lanes in 2..=4 {
            let ty = format!("<{lanes} x {llvm}>");
            let text = written(&of_llvm("vulkan1.3", &ty, &doubling(&ty)), &Options::default()).unwrap();
            let scalar = text.lines().find(|line| line.contains(spirv)).unwrap().trim().split(' ').next().unwrap();
            assert!(text.contains(&format!("= OpTypeVector {scalar} {lanes}")), "{ty}: {text}");
            assert_eq!(text.matches("OpFAdd").count() + text.matches("OpIAdd").count(), 1, "{ty}: {text}");
        }
    }
}

/// Checks that a vector of a length that shaders lack becomes several vectors; kernels have those of 8 and 16.
#[test]
fn s4_105_long_vectors_are_cut() {
    for (lanes, pieces) in [(5, 2), (6, 2), (8, 2), (16, 4), (7, 3)] {
        let ty = format!("<{lanes} x float>");
        let shader = of_llvm("vulkan1.3", &ty, &doubling(&ty));
        let text = written(&shader, &Options::default()).unwrap();
        assert_eq!(text.matches("OpFAdd").count(), pieces, "{ty}: {text}");
        assert!(!text.contains(&format!("%float {lanes}\n")), "{ty}: {text}");
    }
    let kernel = "target triple = \"spir64-unknown-unknown\"\ndefine spir_func <8 x float> @f(<8 x float> %a) {\n\
                  \x20 %b = fadd <8 x float> %a, %a\n  ret <8 x float> %b\n}\n";
    let text = written(kernel, &Options::default()).unwrap();
    assert!(text.contains("OpTypeVector %float 8") && text.matches("OpFAdd").count() == 1, "{text}");
}

/// Checks that an environment refuses a forbidden construct with a distinct error code, and allows what is added to its
/// list.
#[test]
fn s4_98_an_environment_limits_what_is_written() {
    let shader = of_llvm("vulkan1.3", "i64", &doubling("i64"));
    let listed = |capabilities: &str| {
        format!("#spirv.target_env<#spirv.vce<v1.6, [{capabilities}], []>, #spirv.resource_limits<>>")
    };
    let error = llvm_to_spirv(shader.as_bytes(), &options(&listed("Shader"))).unwrap_err();
    assert_eq!(error.code(), Code::Environment, "{error}");
    assert!(error.to_string().contains("Int64"), "{error}");
    assert!(written(&shader, &options(&listed("Shader, Int64"))).unwrap().contains("OpCapability Int64"));
    let version = |environment: &str| {
        let bytes = llvm_to_spirv(shader.as_bytes(), &options(environment)).unwrap().bytes;
        (bytes[6], bytes[5])
    };
    assert_eq!((version("vulkan1.1"), version("vulkan1.3")), ((1, 3), (1, 6)));
}

/// Checks that the environment is the requested one, else the one that the module names, else the default, which allows
/// everything.
#[test]
fn s4_99_the_environment_is_looked_up_or_the_default() {
    let shader = of_llvm("vulkan1.3", "i64", &doubling("i64"));
    let named = |name: &str| format!("{shader}!spirv.Environment = !{{!0}}\n!0 = !{{!\"{name}\"}}\n");
    let small = "#spirv.target_env<#spirv.vce<v1.6, [Shader], []>, #spirv.resource_limits<>>";
    assert!(written(&shader, &Options::default()).is_ok());
    assert!(written(&named("vulkan1.3"), &Options::default()).is_ok());
    let error = written(&named(small), &Options::default()).unwrap_err();
    assert!(error.contains("Int64"), "{error}");
    assert!(written(&named(small), &options("vulkan1.3")).is_ok(), "what is asked for comes first");
    let error = written(&named("vulkan9.9"), &Options::default()).unwrap_err();
    assert!(error.contains("spirv.Environment") && error.contains("vulkan9.9"), "{error}");
}

/// Checks that a type that no capability or extension allows is an error that names the capability and the instruction
/// that needs it.
#[test]
fn s4_100_types_without_their_capability_are_refused() {
    let small = "#spirv.target_env<#spirv.vce<v1.6, [Shader], []>, #spirv.resource_limits<>>";
    for (ty, capability) in [("i64", "Int64"), ("double", "Float64")] {
        let shader = of_llvm("vulkan1.3", ty, &doubling(ty));
        let error = llvm_to_spirv(shader.as_bytes(), &options(small)).unwrap_err();
        assert_eq!(error.code(), Code::Environment, "{error}");
        assert!(error.to_string().contains(capability), "{error}");
        assert!(error.help().is_some_and(|hint| hint.starts_with("--environment=")), "{error}");
        assert!(written(&shader, &Options::default()).is_ok());
    }
    let error = written(&of_llvm("vulkan1.0", "bfloat", &doubling("bfloat")), &options("vulkan1.0"));
    assert!(error.is_ok_and(|text| !text.contains("BFloat16")), "bits stand for a type of an extension");
}

/// Checks that an index of a chain that is rebuilt has 32 bits; an index of 64 bits is kept, and kernels have indices
/// as wide as their addresses.
#[test]
fn s4_103_indices_have_the_width_of_addresses() {
    let chain = |source: &str, index: &str| {
        let block = format!(
            "  %i = load i32, ptr addrspace(10) @in\n  %x = sext i32 %i to i64\n  %j = shl i32 %i, 2\n\
             \x20 %p = getelementptr {source}, ptr addrspace(10) @out, {index}\n  store i32 1, ptr addrspace(10) %p"
        );
        written(&of_llvm("vulkan1.3", "[8 x i32]", &block), &Options::default()).unwrap()
    };
    let of_chain = |text: &str| {
        let line = text.lines().find(|line| line.contains("= OpAccessChain")).unwrap().to_owned();
        let index = line.split_whitespace().last().unwrap().to_owned();
        text.lines().find(|line| line.trim().starts_with(&format!("{index} = "))).unwrap().to_owned()
    };
    assert!(of_chain(&chain("i8", "i32 %j")).contains("%uint "), "bytes are counted with 32 bits");
    assert!(of_chain(&chain("[8 x i32]", "i32 0, i64 %x")).contains("%long "), "what has 64 bits keeps them");
    for (triple, width) in [("spir", 32), ("spir64", 64)] {
        let kernel = format!(
            "target triple = \"{triple}-unknown-unknown\"\ndeclare spir_func i{width} @_Z13get_global_idj(i32)\n\
             define spir_kernel void @k(ptr addrspace(1) %p) {{\n  %i = call spir_func i{width} @_Z13get_global_idj(i32 0)\n\
             \x20 %q = getelementptr i32, ptr addrspace(1) %p, i{width} %i\n  store i32 1, ptr addrspace(1) %q\n  ret void\n}}\n"
        );
        let text = written(&kernel, &Options::default()).unwrap();
        assert!(text.contains(&format!("OpTypeInt {width} 0")), "{text}");
        assert_eq!(text.contains("OpCapability Int64"), width == 64, "{text}");
    }
}

/// Checks that one variable represents a builtin, regardless of the number of functions that use it.
#[test]
fn s4_108_a_builtin_variable_is_made_once() {
    let shader = "target triple = \"spirv-unknown-vulkan1.3-compute\"\n@out = external addrspace(10) global i32\n\
                  declare i32 @llvm.spv.thread.id.i32(i32)\ndeclare i32 @llvm.spv.thread.id.in.group.i32(i32)\n\
                  define internal i32 @f() noinline {\n  %a = call i32 @llvm.spv.thread.id.i32(i32 0)\n  ret i32 %a\n}\n\
                  define void @main() \"hlsl.shader\"=\"compute\" \"hlsl.numthreads\"=\"1,1,1\" {\n\
                  \x20 %a = call i32 @f()\n  %b = call i32 @llvm.spv.thread.id.i32(i32 1)\n\
                  \x20 %c = call i32 @llvm.spv.thread.id.in.group.i32(i32 0)\n  %d = add i32 %a, %b\n  %e = add i32 %d, %c\n\
                  \x20 store i32 %e, ptr addrspace(10) @out\n  ret void\n}\n";
    let text = written(shader, &Options::default()).unwrap();
    for builtin in ["BuiltIn GlobalInvocationId", "BuiltIn LocalInvocationId"] {
        assert_eq!(text.matches(builtin).count(), 1, "{builtin}: {text}");
    }
    assert_eq!(text.matches("OpVariable").count(), 3, "{text}");
}

/// The operations of MLIR's `arith` on one or two operands: MLIR makes SPIR-V of them, and LLVM IR from which this
/// project makes SPIR-V.
const ARITH: &[(&str, &str)] = &[
    ("addi", "i32"),
    ("subi", "i64"),
    ("muli", "i32"),
    ("divsi", "i32"),
    ("divui", "i32"),
    ("remui", "i32"),
    ("andi", "i32"),
    ("ori", "i32"),
    ("xori", "i32"),
    ("shli", "i32"),
    ("shrsi", "i32"),
    ("shrui", "i32"),
    ("addf", "f32"),
    ("subf", "f64"),
    ("mulf", "f32"),
    ("divf", "f32"),
    ("negf", "f32"),
    ("cmpi slt,", "i32"),
    ("cmpi uge,", "i32"),
    ("cmpi eq,", "i64"),
    ("cmpf olt,", "f32"),
    ("cmpf une,", "f32"),
];

fn piped(input: &str, commands: &[&str]) -> Result<String, String> {
    let mut text = input.as_bytes().to_vec();
    for command in commands {
        let mut words = command.split(' ');
        text = run(Command::new(words.next().unwrap()).args(words), &text)?;
    }
    String::from_utf8(text).map_err(|error| error.to_string())
}

/// Compares the instruction from MLIR's `--convert-arith-to-spirv` with this project's output for the LLVM IR of the
/// same operation.
fn check_arith((operation, ty): &(&str, &str)) -> Result<(), String> {
    let result = if operation.starts_with("cmp") { "i1" } else { ty };
    let operands = if *operation == "negf" { "%a" } else { "%a, %b" };
    let environment = "#spirv.target_env<#spirv.vce<v1.3, [Shader, Int64, Float64], []>, #spirv.resource_limits<>>";
    let function = format!(
        "func.func @f(%a: {ty}, %b: {ty}) -> {result} {{\n %r = arith.{operation} {operands} : {ty}\n return %r : {result}\n}}"
    );
    let dialect = piped(
        &format!("module attributes {{spirv.target_env = {environment}}} {{\n{function}\n}}"),
        &["mlir-opt-22 --convert-arith-to-spirv"],
    )?;
    let theirs = dialect.split_whitespace().find_map(|word| {
        word.strip_prefix("spirv.").filter(|name| !name.contains('.') && !name.contains('<') && *name != "target_env")
    });
    let theirs = theirs.ok_or_else(|| format!("{operation}: MLIR makes {dialect}"))?;
    let llvm = piped(
        &function,
        &["mlir-opt-22 --convert-arith-to-llvm --convert-func-to-llvm", "mlir-translate-22 --mlir-to-llvmir"],
    )?;
    let llvm = format!("target triple = \"spirv-unknown-vulkan1.3-library\"\n{llvm}");
    let text = llvm_to_spirv(llvm.as_bytes(), &Options::default()).map_err(|error| error.to_string())?.bytes;
    let names: Vec<_> = Words::read(&text).unwrap().instructions().map(Instruction::name).collect();
    let count = names.iter().filter(|name| **name == format!("Op{theirs}")).count();
    if count == 1 { Ok(()) } else { Err(format!("{operation}: MLIR makes spirv.{theirs}, we {names:?}")) }
}

#[test]
fn s4_109_arithmetic_is_that_of_mlir() {
    check_all("arith", ARITH, check_arith);
}

/// Checks that a function of a GPU becomes an entry point: a kernel for OpenCL, and for Vulkan a shader with buffers
/// and a workgroup size.
#[test]
fn s4_110_functions_become_entry_points() {
    let kernel = "target triple = \"spir64-unknown-unknown\"\n\
                  define spir_kernel void @k(ptr addrspace(1) %p, i32 %x) !reqd_work_group_size !0 {\n\
                  \x20 store i32 %x, ptr addrspace(1) %p\n  ret void\n}\n\
                  define spir_func void @f() {\n  ret void\n}\n!0 = !{i32 32, i32 1, i32 1}\n";
    let text = written(kernel, &Options::default()).unwrap();
    assert_eq!(text.matches("OpEntryPoint").count(), 1, "{text}");
    assert!(text.contains("OpEntryPoint Kernel %k \"k\"") && text.contains("LocalSize 32 1 1"), "{text}");
    let bytes = llvm_to_spirv(kernel.as_bytes(), &options("vulkan1.3")).unwrap().bytes;
    spirv_tools::validate_in(&bytes, "vulkan1.3").map_err(|complaint| complaint.whole).unwrap();
    let text = llvm_spirv::disassemble(&bytes).unwrap();
    for part in ["OpEntryPoint GLCompute", "LocalSize 32 1 1", "Binding 0", "StorageBuffer", "PushConstant"] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

/// Checks that a round trip of a shader or a kernel reports nothing but documented changes.
#[test]
fn s4_83_a_round_trip_says_what_it_changed() {
    let folder = scratch().join("s4_83");
    std::fs::create_dir_all(&folder).unwrap();
    let report = |name: &str, text: &str| {
        let path = folder.join(name);
        std::fs::write(&path, super::module::assembled(text).unwrap()).unwrap();
        let output = tool().arg("roundtrip").arg(&path).output().unwrap();
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    };
    let same = report("same.spv", &instruction("FAdd", "float", &["float", "float"]));
    assert_eq!(same.0, Some(0), "{}", same.1);
    let globals = "%float = OpTypeFloat 32\n%to = OpTypePointer Function %float\n%one = OpConstant %float 1";
    let changed =
        report("stored.spv", &shader("", globals, "%v = OpVariable %to Function %one\n%x = OpLoad %float %v"));
    assert!(changed.1.contains("OpStore"), "an initialiser becomes a store: {}", changed.1);
    assert_ne!(same.1, changed.1);
}
