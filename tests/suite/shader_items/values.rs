//! Types, variables, composites, matrices and control flow of shaders.

use super::module::{Trip, instruction, shader, trip, types};

/// Translates a shader to LLVM IR and back; panics if that fails or if one of these texts is missing.
fn check(assembly: &str, llvm: &[&str], spirv: &[&str]) -> Trip {
    let trip = trip(assembly).unwrap_or_else(|error| panic!("{error}"));
    trip.has(llvm, spirv).unwrap_or_else(|error| panic!("{error}\n{}\n{}", trip.llvm, trip.spirv));
    trip
}

/// Returns a shader with a storage buffer of these members, each with the offset behind it.
fn buffer(front: &str, types: &str, members: &[(&str, u32)], block: &str) -> String {
    let names: Vec<_> = members.iter().map(|(name, _)| *name).collect();
    let offset = |(at, (_, offset)): (usize, &(&str, u32))| format!("OpMemberDecorate %B {at} Offset {offset}\n");
    let offsets: String = members.iter().enumerate().map(offset).collect();
    let front =
        format!("OpDecorate %b DescriptorSet 1\nOpDecorate %b Binding 2\nOpDecorate %B Block\n{offsets}{front}");
    let globals = format!(
        "%int = OpTypeInt 32 1\n%float = OpTypeFloat 32\n%n4 = OpConstant %int 4\n%i0 = OpConstant %int 0\n\
         %i1 = OpConstant %int 1\n%i3 = OpConstant %int 3\n{types}\n%B = OpTypeStruct {}\n\
         %to_B = OpTypePointer StorageBuffer %B\n%b = OpVariable %to_B StorageBuffer\n\
         %to_int = OpTypePointer StorageBuffer %int\n%to_float = OpTypePointer StorageBuffer %float",
        names.join(" ")
    );
    shader(&front, &globals, block)
}

#[test]
fn s2_09_s2_11_s1_02_s4_36_s4_37_a_natural_stride_is_that_of_the_array() {
    let text = buffer("OpDecorate %a ArrayStride 4", "%a = OpTypeArray %int %n4", &[("%a", 0)], "");
    check(&text, &["{ [4 x i32] }"], &["OpDecorate %_arr_int_uint_4 ArrayStride 4", "= OpTypeArray %int %uint_4"]);
}

#[test]
fn s2_12_s4_37_an_unnatural_stride_pads_the_elements() {
    let block = "%p = OpAccessChain %to_float %b %i0 %i3\nOpStore %p %one";
    let types = "%a = OpTypeArray %float %n4\n%one = OpConstant %float 1";
    let text = buffer("OpDecorate %a ArrayStride 16", types, &[("%a", 0)], block);
    let llvm = ["= type <{ float, [12 x i8] }>", "i32 0, i32 3, i32 0"];
    check(&text, &llvm, &["OpDecorate %_arr_float_uint_4 ArrayStride 16", "%int_0 %int_3"]);
}

#[test]
fn s2_10_s4_41_an_array_without_a_length_has_none() {
    let text = buffer("OpDecorate %a ArrayStride 4", "%a = OpTypeRuntimeArray %float", &[("%a", 0)], "");
    check(&text, &["{ [0 x float] }"], &["= OpTypeRuntimeArray %float", "ArrayStride 4"]);
}

#[test]
fn s2_14_s4_43_natural_offsets_are_those_of_the_structure() {
    let text = buffer("", "", &[("%int", 0), ("%float", 4)], "");
    check(&text, &["{ i32, float }"], &["0 Offset 0", "1 Offset 4", "= OpTypeStruct %int %float"]);
}

#[test]
fn s2_15_unnatural_offsets_are_padded_and_indices_follow() {
    let block = "%p = OpAccessChain %to_int %b %i1\nOpStore %p %i3";
    let text = buffer("", "", &[("%int", 0), ("%int", 8)], block);
    let spirv = ["0 Offset 0", "1 Offset 8", "= OpTypeStruct %int %int", "OpAccessChain %_ptr_StorageBuffer_int"];
    let found = check(&text, &["<{ i32, [4 x i8], i32 }>", "i32 0, i32 2"], &spirv);
    assert!(
        found.spirv.lines().any(|line| line.contains("OpAccessChain") && line.ends_with("%int_1")),
        "{}",
        found.spirv
    );
}

/// Checks a structure with an array in a structure, which the older manual leaves out.
#[test]
fn s1_03_nested_structures_with_offsets_and_arrays() {
    let front = "OpDecorate %a ArrayStride 16\nOpMemberDecorate %S 0 Offset 0\nOpMemberDecorate %S 1 Offset 16";
    let types = "%a = OpTypeArray %float %n4\n%S = OpTypeStruct %int %a";
    let block = "%p = OpAccessChain %to_float %b %i1 %i1 %i3\n%x = OpLoad %float %p\nOpStore %p %x";
    let text = buffer(front, types, &[("%int", 0), ("%S", 64)], block);
    check(
        &text,
        &["load float", "[12 x i8]"],
        &["1 Offset 64", "1 Offset 16", "ArrayStride 16", "%int_1 %int_1 %int_3"],
    );
}

#[test]
fn s2_16_s4_27_decorations_of_members_stay() {
    let text = buffer("OpMemberDecorate %B 0 NonWritable\nOpMemberDecorate %B 0 Coherent", "", &[("%int", 0)], "");
    check(&text, &["i32 24", "i32 23"], &["0 NonWritable", "0 Coherent"]);
}

#[test]
fn s2_18_s2_126_matrices_and_their_products() {
    let front = "OpMemberDecorate %B 0 RowMajor\nOpMemberDecorate %B 0 MatrixStride 16";
    let types = "%v4 = OpTypeVector %float 4\n%m = OpTypeMatrix %v4 4\n%to_m = OpTypePointer StorageBuffer %m\n\
                 %one = OpConstant %float 1\n%ones = OpConstantComposite %v4 %one %one %one %one\n\
                 %pm = OpTypePointer Private %m\n%pv = OpTypePointer Private %v4\n%pf = OpTypePointer Private %float\n\
                 %om = OpVariable %pm Private\n%ov = OpVariable %pv Private\n%of = OpVariable %pf Private";
    let block = "%p = OpAccessChain %to_m %b %i0\n%x = OpLoad %m %p\n%v = OpMatrixTimesVector %v4 %x %ones\n\
                 %w = OpVectorTimesMatrix %v4 %v %x\n%y = OpMatrixTimesMatrix %m %x %x\n\
                 %z = OpMatrixTimesScalar %m %y %one\n%t = OpTranspose %m %z\n%o = OpOuterProduct %m %v %w\n\
                 %d = OpDot %float %v %w\n%s = OpVectorTimesScalar %v4 %w %d\nOpStore %om %t\nOpStore %om %o\n\
                 OpStore %ov %s\nOpStore %of %d";
    let text = buffer(front, types, &[("%m", 0)], block);
    let spirv = [
        "0 RowMajor",
        "0 MatrixStride 16",
        "%mat4v4float = OpTypeMatrix %v4float 4",
        "= OpMatrixTimesVector %v4float",
        "= OpVectorTimesMatrix %v4float",
        "= OpMatrixTimesMatrix %mat4v4float",
        "= OpMatrixTimesScalar %mat4v4float",
        "= OpTranspose %mat4v4float",
        "= OpOuterProduct %mat4v4float",
        "= OpDot %float",
        "= OpVectorTimesScalar %v4float",
    ];
    check(&text, &["type { [4 x <4 x float>] }", "__spirv_MatrixTimesVector", "__spirv_Transpose"], &spirv);
}

#[test]
fn s2_102_s2_106_s2_107_to_s2_109_s1_04_s4_40_variables_of_the_invocation() {
    let globals = "%uint = OpTypeInt 32 0\n%v3uint = OpTypeVector %uint 3\n%float = OpTypeFloat 32\n\
                   %one = OpConstant %float 1\n%to_id = OpTypePointer Input %v3uint\n%id = OpVariable %to_id Input\n\
                   %to_p = OpTypePointer Private %float\n%p = OpVariable %to_p Private %one\n\
                   %to_w = OpTypePointer Workgroup %float\n%w = OpVariable %to_w Workgroup";
    let block = "%v = OpLoad %float %p\nOpStore %w %v";
    let llvm = [
        "external addrspace(7) constant <3 x i32>",
        "private addrspace(10) global float 1.000000e+00",
        "external addrspace(3) global float",
    ];
    let spirv = [
        "%gl_GlobalInvocationID BuiltIn GlobalInvocationId",
        "= OpVariable %_ptr_Input_v3uint Input",
        "= OpVariable %_ptr_Private_float Private %float_1",
        "= OpVariable %_ptr_Workgroup_float Workgroup",
    ];
    check(&shader("OpDecorate %id BuiltIn GlobalInvocationId", globals, block), &llvm, &spirv);
}

#[test]
fn s2_103_s2_105_storage_buffers_with_set_and_binding() {
    let text = buffer("", "", &[("%int", 0)], "");
    let llvm = ["external addrspace(11) global", "{i32 34, i32 1}", "{i32 33, i32 2}"];
    check(&text, &llvm, &["DescriptorSet 1", "Binding 2", "StorageBuffer"]);
}

#[test]
fn s2_78_to_s2_81_and_s2_128_s2_137_composites_of_shaders() {
    let globals = format!(
        "{}%S = OpTypeStruct %int %float\n%to_S = OpTypePointer Private %S\n%x_S = OpVariable %to_S Private",
        types()
    );
    let block = "%v = OpLoad %v4float %x_v4float\n%s = OpLoad %S %x_S\n%i = OpLoad %int %x_int\n\
                 %e = OpCompositeExtract %float %v 2\n%w = OpCompositeInsert %v4float %e %v 1\n\
                 %m = OpCompositeExtract %float %s 1\n%t = OpCompositeInsert %S %m %s 1\n\
                 %d = OpVectorExtractDynamic %float %w %i\n%c = OpCompositeConstruct %v4float %d %e %m %d\n\
                 OpStore %x_v4float %w\nOpStore %x_S %t\nOpStore %x_v4float %c";
    let llvm = ["extractelement <4 x float>", "insertelement <4 x float>", "extractvalue %", "insertvalue %", "i32 2"];
    let spirv = [
        "= OpCompositeExtract %float",
        "= OpCompositeInsert %v4float",
        "= OpCompositeInsert %_struct_",
        "= OpVectorExtractDynamic %float",
        "= OpCompositeConstruct %v4float",
    ];
    check(&shader("", &globals, block), &llvm, &spirv);
}

#[test]
fn s2_110_s2_111_s2_92_to_s2_97_local_variables_and_access() {
    let globals = "%float = OpTypeFloat 32\n%one = OpConstant %float 1\n%to_f = OpTypePointer Function %float";
    let block = "%v = OpVariable %to_f Function %one\n%x = OpLoad %float %v Volatile\n\
                 %y = OpLoad %float %v Aligned 4\n%z = OpLoad %float %v Nontemporal\nOpStore %v %x\nOpStore %v %y\nOpStore %v %z";
    let llvm = ["alloca float", "store float 1.000000e+00", "load volatile float", "align 4", "!nontemporal"];
    let spirv = ["= OpVariable %_ptr_Function_float Function", "%float_1", "Volatile", "Nontemporal", "OpStore"];
    check(&shader("", globals, block), &llvm, &spirv);
}

#[test]
fn s2_38_to_s2_43_bit_fields_of_shaders() {
    const CALLS: [(&str, &[&str], &str); 3] = [
        ("BitFieldSExtract", &["", "uint", "uint"], "@_Z24__spirv_BitFieldSExtract"),
        ("BitFieldUExtract", &["", "uint", "uint"], "@_Z24__spirv_BitFieldUExtract"),
        ("BitFieldInsert", &["", "", "uint", "uint"], "@_Z22__spirv_BitFieldInsert"),
    ];
    for (name, operands, call) in CALLS {
        for (ty, llvm) in [("int", "i32"), ("v4int", "<4 x i32>")] {
            let operands: Vec<_> = operands.iter().map(|one| if one.is_empty() { ty } else { one }).collect();
            let call = format!("call spir_func {llvm} {call}");
            check(&instruction(name, ty, &operands), &[&call], &[&format!("= Op{name} %{ty} ")]);
        }
    }
}

#[test]
fn s2_116_undefined_values_of_shaders() {
    for (ty, llvm) in [("float", "float"), ("v4int", "<4 x i32>")] {
        check(&instruction("Undef", ty, &[]), &[&format!("store {llvm} undef")], &[&format!("= OpUndef %{ty}")]);
    }
}

#[test]
fn shifts_by_other_widths_stay_whole() {
    check(
        &instruction("ShiftLeftLogical", "int", &["int", "short"]),
        &["call spir_func i32 @_Z24__spirv_ShiftLeftLogicalis("],
        &["= OpShiftLeftLogical %int"],
    );
    check(
        &instruction("ShiftLeftLogical", "int", &["int", "long"]),
        &["call spir_func i32 @_Z24__spirv_ShiftLeftLogicalil("],
        &["= OpShiftLeftLogical %int"],
    );
}

#[test]
fn s4_38_arrays_of_vectors() {
    let types = "%v4 = OpTypeVector %float 4\n%a = OpTypeArray %v4 %n4";
    let text = buffer("OpDecorate %a ArrayStride 16", types, &[("%a", 0)], "");
    check(&text, &["{ [4 x <4 x float>] }"], &["= OpTypeArray %v4float %uint_4", "ArrayStride 16"]);
}

/// Checks instructions that have no counterpart according to the older manual.
#[test]
fn s1_06_s2_124_s2_125_s2_129_s2_131_groups_atomics_and_barriers_of_shaders() {
    let globals = "%uint = OpTypeInt 32 0\n%workgroup = OpConstant %uint 2\n%subgroup = OpConstant %uint 3\n\
                   %none = OpConstant %uint 0\n%semantics = OpConstant %uint 264\n\
                   %to_w = OpTypePointer Workgroup %uint\n%w = OpVariable %to_w Workgroup";
    let block = "%x = OpAtomicIAdd %uint %w %workgroup %none %subgroup\n\
                 %sum = OpGroupNonUniformIAdd %uint %subgroup Reduce %x\n\
                 OpControlBarrier %workgroup %workgroup %semantics\nOpMemoryBarrier %workgroup %semantics\nOpStore %w %sum";
    let text =
        format!("OpCapability GroupNonUniform\nOpCapability GroupNonUniformArithmetic\n{}", shader("", globals, block));
    let llvm = ["GroupNonUniformIAdd", "ControlBarrier", "MemoryBarrier"];
    let spirv = [
        "= OpAtomicIAdd %uint",
        "= OpGroupNonUniformIAdd %uint",
        "OpControlBarrier %uint_2",
        "OpMemoryBarrier %uint_2",
    ];
    check(&text, &llvm, &spirv);
}
