//! The items of the dialect's document on modules as a whole.

use super::module::{Trip, assembled, instruction, shader, trip, types};
use super::rows::{ARITHMETIC, BITS, CONVERSIONS, FLOATS, INTEGERS, LOGIC, Row, SELECTS};
use crate::support::check_all;
use llvm_spirv::binary::{Instruction, Words};
use llvm_spirv::options::{Environment, Options};
use llvm_spirv::{Llvm, llvm_to_spirv, spirv_to_llvm};
use std::collections::BTreeMap;

fn there(text: &str) -> Trip {
    trip(text).unwrap_or_else(|error| panic!("{error}"))
}

fn opcodes(module: &[u8]) -> Vec<&'static str> {
    Words::read(module).unwrap().instructions().map(Instruction::name).collect()
}

/// Returns the error of the translation of a module in assembly to LLVM IR.
fn refusal(text: &str) -> String {
    let bytes = assembled(text).unwrap();
    spirv_to_llvm(bytes.as_slice(), &Options::default(), Llvm::Bitcode)
        .err()
        .map_or_else(String::new, |e| e.to_string())
}

/// Returns the instructions of the function of a module.
fn body(llvm: &str) -> Vec<&str> {
    let lines = llvm.lines().skip_while(|line| !line.starts_with("define")).skip(1).take_while(|line| *line != "}");
    lines.filter(|line| line.starts_with("  ")).collect()
}

/// Checks that an instruction becomes one instruction: besides it, the function loads its operands, stores its result
/// and returns. The result of a shift is frozen if the amount may be too large.
#[test]
fn s4_01_rows_are_one_to_one() {
    let tables: [&[Row]; 7] = [ARITHMETIC, BITS, CONVERSIONS, FLOATS, INTEGERS, LOGIC, SELECTS];
    let rows: Vec<_> = tables.into_iter().flatten().collect();
    check_all("rows one to one", &rows, |(name, result, operands, _)| {
        let llvm = trip(&instruction(name, result, operands))?.llvm;
        let frozen = usize::from(name.starts_with("Shift"));
        let (found, expected) = (body(&llvm).len(), operands.len() + 3 + frozen);
        if found == expected { Ok(()) } else { Err(format!("{name}: {found} instructions, not {expected}:\n{llvm}")) }
    });
}

/// Checks forms that LLVM's passes know and that differ from the SPIR-V: each becomes one instruction again on the way
/// back. These are composites built one member at a time, the end of an invocation, the merge of a selection, and the
/// decorations.
#[test]
fn s4_02_deviations_come_back() {
    let construct = instruction("CompositeConstruct", "v4float", &["float", "float", "float", "float"]);
    let found = there(&construct);
    assert_eq!(found.llvm.matches(" = insertelement ").count(), 4, "{}", found.llvm);
    assert_eq!(found.spirv.matches("= OpCompositeConstruct %v4float").count(), 1, "{}", found.spirv);
    let found = there(&instruction("ShiftLeftLogical", "int", &["int", "int"]));
    assert!(found.llvm.contains(" = shl i32 ") && found.llvm.contains(" = freeze i32 "), "{}", found.llvm);
    assert_eq!(found.spirv.matches("OpShiftLeftLogical").count(), 1, "{}", found.spirv);
    assert!(!found.spirv.contains("OpCopyObject"), "{}", found.spirv);
    let block = "%c = OpLoad %bool %x_bool\nOpSelectionMerge %m None\nOpBranchConditional %c %t %m\n%t = OpLabel\n\
                 OpUnreachable\n%m = OpLabel";
    let found = there(&shader("", &types(), block));
    assert_eq!(body(&found.llvm).len(), 4, "the merge is no instruction: {}", found.llvm);
    assert!(found.llvm.contains("!spirv.SelectionMerge") && found.spirv.contains("OpSelectionMerge"));
}

/// Checks that a second round trip gives the bytes of the first, and that the opcodes and their numbers are kept.
#[test]
fn s4_03_what_is_read_is_written() {
    let count = |module: &[u8]| {
        let mut counts = BTreeMap::new();
        opcodes(module).into_iter().for_each(|name| *counts.entry(name).or_insert(0) += 1);
        counts
    };
    let around = |module: &[u8]| {
        let llvm = spirv_to_llvm(module, &Options::default(), Llvm::Bitcode).unwrap().bytes;
        llvm_to_spirv(&llvm, &Options::default()).unwrap().bytes
    };
    let block = "%a = OpLoad %v4float %x_v4float\n%b = OpFAdd %v4float %a %a\n%c = OpExtInst %v4float %glsl Sqrt %b\n\
                 %d = OpCompositeExtract %float %c 2\nOpStore %x_float %d";
    let module = assembled(&shader("OpName %main \"main\"", &types(), block)).unwrap();
    let first = around(&module);
    assert_eq!(around(&first), first);
    assert_eq!(count(&first), count(&module));
}

/// Checks that each environment accepts its own modules, that the others refuse them, and that an attribute makes a new
/// one.
#[test]
fn s4_04_environments_of_vulkan_and_opencl() {
    let kernel = "OpCapability Addresses\nOpCapability Kernel\nOpMemoryModel Physical64 OpenCL\n\
                  OpEntryPoint Kernel %k \"k\"\n%void = OpTypeVoid\n%function = OpTypeFunction %void\n\
                  %k = OpFunction %void None %function\n%e = OpLabel\nOpReturn\nOpFunctionEnd\n";
    let graphics = "OpCapability Shader\nOpMemoryModel Logical GLSL450\nOpEntryPoint GLCompute %k \"k\"\n\
                    OpExecutionMode %k LocalSize 1 1 1\n%void = OpTypeVoid\n%function = OpTypeFunction %void\n\
                    %k = OpFunction %void None %function\n%e = OpLabel\nOpReturn\nOpFunctionEnd\n";
    let takes = |name: &str, text: &str| {
        let options = Options { environment: name.parse().unwrap(), ..Options::default() };
        spirv_to_llvm(assembled(text).unwrap(), &options, Llvm::Bitcode).map_err(|error| error.to_string()).map(drop)
    };
    for name in Environment::names() {
        let environment: Environment = name.parse().unwrap();
        if environment.version() < "1.4".parse().unwrap() {
            continue;
        }
        let (kernels, shaders) = (takes(name, kernel), takes(name, graphics));
        assert_eq!(kernels.is_ok(), !name.starts_with("vulkan"), "{name}: {kernels:?}");
        // Drivers are of OpenCL, too.
        let takes_shaders = ["universal", "vulkan"].iter().any(|family| name.starts_with(family));
        assert_eq!(shaders.is_ok(), takes_shaders, "{name}: {shaders:?}");
    }
    let own = "#spirv.target_env<#spirv.vce<v1.4, [Shader, Kernel, Addresses], []>, #spirv.resource_limits<>>";
    assert_eq!((takes(own, kernel), takes(own, graphics)), (Ok(()), Ok(())));
    assert!(takes(&own.replace("Kernel, ", ""), kernel).unwrap_err().contains("Kernel"));
}

/// Checks that a module is complete: an id without a definition is refused, and a declaration is imported by name.
#[test]
fn s4_11_a_module_is_closed() {
    let text = instruction("FAdd", "float", &["float", "float"]);
    let open = text.replace(" %a0 %a1", " %a0 %nowhere");
    assert_ne!(open, text);
    let error = refusal(&open);
    assert!(error.contains("is defined nowhere"), "{error}");
    let imports = "target triple = \"spirv-unknown-vulkan1.3-compute\"\ndeclare float @outside(float)\n\
                   define void @main() \"hlsl.shader\"=\"compute\" \"hlsl.numthreads\"=\"1,1,1\" {\n\
                   \x20 %x = call float @outside(float 1.0)\n  ret void\n}\n";
    let written = llvm_to_spirv(imports.as_bytes(), &Options::default()).unwrap().bytes;
    let names = opcodes(&written);
    assert_eq!(names.iter().filter(|name| **name == "OpFunction").count(), 2);
    let text = llvm_spirv::disassemble(&written).unwrap();
    assert!(text.contains("LinkageAttributes \"outside\" Import") && text.contains("OpCapability Linkage"), "{text}");
}

/// Checks that text and binary form are the same module.
#[test]
fn s4_12_text_and_binary_are_the_same_module() {
    let module = assembled(&instruction("FAdd", "v4float", &["v4float", "v4float"])).unwrap();
    let as_format = |format| spirv_to_llvm(module.as_slice(), &Options::default(), format).unwrap().bytes;
    let [text, bitcode] = [Llvm::Assembly, Llvm::Bitcode].map(as_format);
    let [first, second] = [&text, &bitcode].map(|llvm| llvm_to_spirv(llvm, &Options::default()).unwrap().bytes);
    assert_eq!(first, second);
    let assembly = llvm_spirv::disassemble(&first).unwrap();
    assert_eq!(opcodes(&assembled(&assembly).unwrap()), opcodes(&first));
}

/// Checks that modules are refused for faults of the whole: a second memory model, none, sections in the wrong order.
#[test]
fn s4_13_modules_are_verified_as_a_whole() {
    let text = shader("", "", "");
    let model = "OpMemoryModel Logical GLSL450\n";
    let twice = text.replacen(model, &format!("{model}{model}"), 1);
    for (broken, says) in [(twice, "OpMemoryModel"), (text.replacen(model, "", 1), "OpMemoryModel")] {
        let error = refusal(&broken);
        assert!(error.contains(says), "{error}");
    }
    let behind = text.replacen("OpCapability Int64\n", "", 1).replacen("%void", "OpCapability Int64\n%void", 1);
    let bytes = assembled(&behind).unwrap();
    let made = spirv_to_llvm(bytes.as_slice(), &Options::default(), Llvm::Bitcode);
    let told = made.map_or_else(|error| error.to_string(), |output| output.warnings.join("\n"));
    assert!(told.contains("OpCapability") && told.contains("section"), "{told:?}");
}

/// Checks that models, capabilities and extensions are attributes of the module: changes of them change the output.
#[test]
fn s4_14_attributes_of_modules_are_written() {
    let llvm = there(&shader("", "", "")).llvm;
    let node = llvm.lines().find(|line| line.starts_with("!spirv.MemoryModel")).unwrap();
    let number = node.split("!{!").nth(1).and_then(|rest| rest.strip_suffix('}')).unwrap();
    let vulkan = llvm.replace(&format!("!{number} = !{{i32 0, i32 1}}"), &format!("!{number} = !{{i32 0, i32 3}}"));
    assert_ne!(vulkan, llvm);
    let options = Options { extensions: "+SPV_KHR_vulkan_memory_model".parse().unwrap(), ..Options::default() };
    let written =
        |llvm: &str| llvm_spirv::disassemble(&llvm_to_spirv(llvm.as_bytes(), &options).unwrap().bytes).unwrap();
    let before = written(&llvm);
    assert!(before.contains("OpMemoryModel Logical GLSL450") && !before.contains("OpExtension"), "{before}");
    let text = written(&vulkan);
    assert!(text.contains("OpExtension \"SPV_KHR_vulkan_memory_model\""), "{text}");
    assert!(text.contains("OpMemoryModel Logical Vulkan") && text.contains("OpCapability VulkanMemoryModel"), "{text}");
}
