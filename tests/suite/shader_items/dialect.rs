//! Types, decorations, functions and modules as the document of the dialect has them.

use super::module::{Trip, assembled, instruction, shader, trip};
use crate::support::{run, tool};
use llvm_spirv::options::Options;

/// Translates a shader to LLVM IR and back; panics if that fails or if one of these texts is missing.
fn check(assembly: &str, llvm: &[&str], spirv: &[&str]) -> Trip {
    let trip = trip(assembly).unwrap_or_else(|error| panic!("{error}"));
    trip.has(llvm, spirv).unwrap_or_else(|error| panic!("{error}\n{}\n{}", trip.llvm, trip.spirv));
    trip
}

/// Checks each type as SPIR-V writes it, as LLVM does, and as SPIR-V writes it again.
#[test]
fn s4_28_to_s4_33_s4_85_s4_91_scalars_and_vectors() {
    const TYPES: [(&str, &str, &str); 10] = [
        ("bool", "i1", "%bool = OpTypeBool"),
        ("half", "half", "%half = OpTypeFloat 16"),
        ("float", "float", "%float = OpTypeFloat 32"),
        ("double", "double", "%double = OpTypeFloat 64"),
        ("v4float", "<4 x float>", "%v4float = OpTypeVector %float 4"),
        ("uint", "i32", "%uint = OpTypeInt 32 0"),
        ("ulong", "i64", "%ulong = OpTypeInt 64 0"),
        ("int", "i32", "%int = OpTypeInt 32 1"),
        ("short", "i16", "%short = OpTypeInt 16 1"),
        ("v4int", "<4 x i32>", "%v4int = OpTypeVector %int 4"),
    ];
    for (ty, llvm, spirv) in TYPES {
        let text = instruction("CopyObject", ty, &[ty]);
        check(&text, &[&format!("load {llvm},"), &format!("global {llvm} ")], &[spirv]);
    }
}

#[test]
fn s4_34_s4_35_s4_45_functions_and_nothing() {
    let text = "OpCapability Shader\nOpMemoryModel Logical GLSL450\nOpEntryPoint GLCompute %main \"main\"\n\
                OpExecutionMode %main LocalSize 1 1 1\n%void = OpTypeVoid\n%float = OpTypeFloat 32\n\
                %function = OpTypeFunction %void\n%other = OpTypeFunction %float %float %float\n\
                %one = OpConstant %float 1\n%main = OpFunction %void None %function\n%a = OpLabel\n\
                %x = OpFunctionCall %float %f %one %one\nOpReturn\nOpFunctionEnd\n\
                %f = OpFunction %float None %other\n%p = OpFunctionParameter %float\n%q = OpFunctionParameter %float\n\
                %b = OpLabel\n%s = OpFAdd %float %p %q\nOpReturnValue %s\nOpFunctionEnd\n";
    let llvm = [
        "define void @main()",
        "(float %0, float %1)",
        "ret void",
        "ret float %",
        "= call float @0(float 1.000000e+00, float 1.000000e+00)",
    ];
    let spirv = [
        "= OpTypeFunction %float %float %float",
        "= OpTypeFunction %void",
        "= OpFunctionParameter %float",
        "= OpFunctionCall %float",
        "OpReturnValue",
        "OpFunctionEnd",
    ];
    check(text, &llvm, &spirv);
}

/// Checks the image types of the document, and one in a structure of the interface: each part is a number.
#[test]
fn s4_39_s4_42_images_and_sampled_images() {
    let images = [
        ("1D 0 0 0 1 Unknown", "0, 0, 0, 0, 1, 0)"),
        ("2D 1 0 0 1 Unknown", "1, 1, 0, 0, 1, 0)"),
        ("2D 0 1 0 1 Unknown", "1, 0, 1, 0, 1, 0)"),
        ("Cube 0 0 0 1 Unknown", "3, 0, 0, 0, 1, 0)"),
        ("2D 0 0 1 1 Unknown", "1, 0, 0, 1, 1, 0)"),
    ];
    for (spelled, numbers) in images {
        let sampled = if spelled.starts_with("1D") { "OpCapability Sampled1D\n" } else { "" };
        let globals = format!(
            "%float = OpTypeFloat 32\n%image = OpTypeImage %float {spelled}\n%sampled = OpTypeSampledImage %image\n\
             %to = OpTypePointer UniformConstant %sampled\n%t = OpVariable %to UniformConstant"
        );
        let front = "OpDecorate %t DescriptorSet 0\nOpDecorate %t Binding 1";
        let text = format!("{sampled}{}", shader(front, &globals, "%x = OpLoad %sampled %t"));
        let llvm = format!("target(\"spirv.SampledImage\", float, {numbers}");
        check(&text, &[&llvm], &[&format!("= OpTypeImage %float {spelled}"), "= OpTypeSampledImage"]);
    }
}

#[test]
fn s4_26_s4_87_decorations_of_values_stay_with_them() {
    let text = instruction("FAdd", "float", &["float", "float"]);
    let text = text.replacen("%void =", "OpDecorate %r RelaxedPrecision\nOpDecorate %r NoContraction\n%void =", 1);
    check(&text, &["fadd float %1, %2, !spirv.Decorations"], &["RelaxedPrecision", "NoContraction", "= OpFAdd"]);
}

#[test]
fn s4_19_s4_20_s4_86_s4_92_constants_are_one_each() {
    let block = "OpStore %x_float %one\nOpStore %x_float %also\nOpStore %x_int %seven";
    let globals = format!(
        "{}%one = OpConstant %float 1\n%also = OpConstant %float 1\n%seven = OpConstant %int 7",
        super::module::types()
    );
    let found = check(
        &shader("", &globals, block),
        &["store float 1.000000e+00", "store i32 7"],
        &["%int_7 = OpConstant %int 7"],
    );
    assert_eq!(found.llvm.matches("store float 1.000000e+00").count(), 2);
    assert_eq!(found.spirv.matches("OpConstant %float 1").count(), 1, "{}", found.spirv);
}

#[test]
fn s4_61_s4_89_s4_96_phis() {
    let block = "%c = OpLoad %bool %x_bool\n%a = OpLoad %float %x_float\nOpSelectionMerge %m None\n\
                 OpBranchConditional %c %then %else\n%then = OpLabel\n%b = OpFAdd %float %a %a\nOpBranch %m\n\
                 %else = OpLabel\n%d = OpFMul %float %a %a\nOpBranch %m\n%m = OpLabel\n\
                 %p = OpPhi %float %b %then %d %else\nOpStore %x_float %p";
    let spirv = ["OpSelectionMerge", "None", "OpBranchConditional", "= OpPhi %float"];
    let found = check(&shader("", &super::module::types(), block), &["phi float [ %", "br i1"], &spirv);
    let lines: Vec<_> = found.spirv.lines().map(str::trim).collect();
    let phi = lines.iter().position(|line| line.contains("OpPhi")).unwrap();
    assert!(lines[phi - 1].ends_with("OpLabel"), "the phi begins its block: {}", found.spirv);
}

#[test]
fn s4_24_s4_25_s4_80_several_entry_points_and_their_modes() {
    let text = "OpCapability Shader\nOpMemoryModel Logical GLSL450\nOpEntryPoint GLCompute %f \"first\"\n\
                OpEntryPoint GLCompute %g \"second\"\nOpExecutionMode %f LocalSize 4 2 1\n\
                OpExecutionMode %g LocalSize 8 1 1\n%void = OpTypeVoid\n%function = OpTypeFunction %void\n\
                %f = OpFunction %void None %function\n%a = OpLabel\nOpReturn\nOpFunctionEnd\n\
                %g = OpFunction %void None %function\n%b = OpLabel\nOpReturn\nOpFunctionEnd\n";
    let llvm = ["\"hlsl.numthreads\"=\"4,2,1\"", "\"hlsl.numthreads\"=\"8,1,1\"", "!\"second\""];
    let spirv = [
        "OpEntryPoint GLCompute %first \"first\"",
        "OpEntryPoint GLCompute %second \"second\"",
        "OpExecutionMode %first LocalSize 4 2 1",
        "OpExecutionMode %second LocalSize 8 1 1",
    ];
    check(text, &llvm, &spirv);
}

#[test]
fn s4_16_s4_84_s4_90_s2_179_what_a_module_needs_is_of_the_module() {
    let text = instruction("FAdd", "double", &["double", "double"]);
    let llvm = ["!spirv.MemoryModel", "target triple = \"spirv-unknown-vulkan", "!spirv.Capability"];
    let found = check(&text, &llvm, &["OpCapability Float64", "OpMemoryModel Logical GLSL450"]);
    assert_eq!(found.spirv.matches("OpMemoryModel").count(), 1);
}

#[test]
fn s4_21_s4_93_s4_94_variables_of_module_and_function() {
    let globals = "%float = OpTypeFloat 32\n%to_p = OpTypePointer Private %float\n%p = OpVariable %to_p Private\n\
                   %to_f = OpTypePointer Function %float";
    let block = "%f = OpVariable %to_f Function\n%x = OpLoad %float %p\nOpStore %f %x";
    let llvm = ["@0 = private addrspace(10) global float", "%1 = alloca float", "load float, ptr addrspace(10) @0"];
    check(
        &shader("", globals, block),
        &llvm,
        &["OpVariable %_ptr_Private_float Private", "OpVariable %_ptr_Function_float Function"],
    );
}

#[test]
fn s4_22_s4_95_specialisation_constants_are_named_where_used() {
    let globals = format!("{}%c = OpSpecConstant %int 7", super::module::types());
    let text = shader("OpDecorate %c SpecId 5", &globals, "OpStore %x_int %c");
    let llvm = ["call spir_func i32 @_Z20__spirv_SpecConstantii(i32 5, i32 7)"];
    check(&text, &llvm, &["SpecId 5", "= OpSpecConstant %int 7"]);
}

/// Checks that the program translates types and operations in one run, to the same text as the library.
#[test]
fn s2_00_s4_82_one_command_and_one_function_for_each_way() {
    let text = instruction("FAdd", "v4float", &["v4float", "v4float"]);
    let module = assembled(&text).unwrap();
    let llvm = run(tool().args(["-r", "-S", "-o", "-", "-"]), &module).unwrap();
    assert_eq!(String::from_utf8(llvm.clone()).unwrap(), trip(&text).unwrap().llvm);
    let back = run(tool().args(["-o", "-", "-"]), &llvm).unwrap();
    assert!(back == llvm_spirv::llvm_to_spirv(&llvm, &Options::default()).unwrap().bytes, "program and library differ");
}
