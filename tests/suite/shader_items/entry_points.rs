//! Entry points and execution modes in the form of MLIR's conversion, on request.

use super::module::{assembled, shader, trip};
use crate::support::run;
use llvm_spirv::options::{EntryPointForm, Options};
use llvm_spirv::{Llvm, llvm_to_spirv, spirv_to_llvm};
use std::process::Command;

fn module(modes: &str) -> Vec<u8> {
    assembled(
        &shader(&format!("{modes}OpName %main \"main\""), "", "")
            .replace("OpExecutionMode %main LocalSize 1 1 1\n", ""),
    )
    .unwrap()
}

fn constants(module: &[u8]) -> String {
    let options = Options { entry_points: EntryPointForm::Constants, ..Options::default() };
    String::from_utf8(spirv_to_llvm(module, &options, Llvm::Assembly).unwrap().bytes).unwrap()
}

/// Returns the lines of the constants of modes, sorted.
fn modes(llvm: &str) -> Vec<String> {
    let mut lines: Vec<_> =
        llvm.lines().filter(|line| line.contains("_execution_mode_info_")).map(str::to_owned).collect();
    lines.sort();
    lines
}

fn of_mlir(module: &[u8]) -> Vec<String> {
    let dialect =
        run(Command::new("mlir-translate-22").args(["--no-implicit-module", "--deserialize-spirv"]), module).unwrap();
    let converted = run(Command::new("mlir-opt-22").arg("--convert-spirv-to-llvm"), &dialect).unwrap();
    let text = String::from_utf8(converted).unwrap();
    let inner = text.trim().strip_prefix("module {").and_then(|rest| rest.strip_suffix('}')).unwrap();
    modes(
        &String::from_utf8(run(Command::new("mlir-translate-22").arg("--mlir-to-llvmir"), inner.as_bytes()).unwrap())
            .unwrap(),
    )
}

/// Checks that the default keeps the entry point. On request it is an ordinary function, which stays one on the way
/// back.
#[test]
fn s2_82_an_entry_point_is_dropped_on_request() {
    let module = module("OpExecutionMode %main LocalSize 4 2 1\n");
    let kept = String::from_utf8(spirv_to_llvm(module.as_slice(), &Options::default(), Llvm::Assembly).unwrap().bytes)
        .unwrap();
    let dropped = constants(&module);
    for text in ["!spirv.EntryPoint", "\"hlsl.shader\"=\"compute\"", "!spirv.ExecutionMode"] {
        assert!(kept.contains(text) && !dropped.contains(text), "{text}: {kept}\n{dropped}");
    }
    assert!(dropped.contains("define void @main()"), "{dropped}");
    let back = llvm_to_spirv(dropped.replace("!{i32 1}", "!{i32 5}").as_bytes(), &Options::default()).unwrap().bytes;
    let text = String::from_utf8(run(Command::new("spirv-dis").arg("-"), &back).unwrap()).unwrap();
    assert!(!text.contains("OpEntryPoint") && text.contains("OpCapability Linkage"), "{text}");
}

/// Checks that, on request, a kernel becomes an ordinary function, too.
#[test]
fn s2_82_a_kernel_is_an_ordinary_function_on_request() {
    let text = "OpCapability Addresses\nOpCapability Kernel\nOpMemoryModel Physical64 OpenCL\n\
                OpEntryPoint Kernel %k \"k\"\nOpExecutionMode %k LocalSize 8 1 1\nOpName %k \"k\"\n%void = OpTypeVoid\n\
                %function = OpTypeFunction %void\n%k = OpFunction %void None %function\n%e = OpLabel\nOpReturn\n\
                OpFunctionEnd\n";
    let found = constants(&assembled(text).unwrap());
    assert!(found.contains("define spir_func void @k()") && !found.contains("reqd_work_group_size"), "{found}");
    assert_eq!(modes(&found).len(), 1, "{found}");
}

/// Checks that a mode is an external constant of its number and its operands, if any. MLIR makes the same.
#[test]
fn s2_83_s2_84_s2_85_modes_are_constants() {
    let module = module("OpExecutionMode %main LocalSize 4 2 1\nOpExecutionMode %main ContractionOff\n");
    let expected = [
        "@__spv__main_execution_mode_info_17 = constant { i32, [3 x i32] } { i32 17, [3 x i32] [i32 4, i32 2, i32 1] }",
        "@__spv__main_execution_mode_info_31 = constant { i32 } { i32 31 }",
    ];
    assert_eq!(modes(&constants(&module)), expected);
    assert_eq!(of_mlir(&module), expected);
}

/// Checks that a module ends with its last instruction: nothing marks the end.
#[test]
fn s1_05_a_module_ends_with_its_last_instruction() {
    let module = assembled(&shader("", "", "")).unwrap();
    let llvm = spirv_to_llvm(module.as_slice(), &Options::default(), Llvm::Bitcode).unwrap().bytes;
    let back = llvm_to_spirv(&llvm, &Options::default()).unwrap().bytes;
    let function_end = (1u32 << 16 | 56).to_le_bytes();
    for bytes in [&module, &back] {
        assert_eq!(bytes[bytes.len() - 4..], function_end);
    }
    let longer = [module.as_slice(), &[0; 4]].concat();
    let error = spirv_to_llvm(longer.as_slice(), &Options::default(), Llvm::Bitcode).unwrap_err().to_string();
    assert!(error.contains(&format!("word {}", module.len() / 4)), "{error}");
    assert!(trip(&shader("", "", "")).is_ok());
}
