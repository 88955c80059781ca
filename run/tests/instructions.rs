//! Instructions on integers and pointers, translated from LLVM IR to SPIR-V to the cpu form, and run.
#![allow(clippy::expect_used, clippy::panic, missing_docs, reason = "tests")]

use llvm_spirv::{llvm_to_spirv, options::Options};
use spirv_runner::{Argument, Grid, Program, launch};

/// Runs a kernel or a shader for one work-item; returns the updated arguments.
fn run(ir: &str, name: &str, mut arguments: Vec<Argument>) -> Vec<Argument> {
    let spirv = llvm_to_spirv(ir.as_bytes(), &Options::default()).expect("the IR is translated");
    let program = Program::new(&spirv.bytes, &Options::default()).expect("it is compiled");
    launch(&program, name, &Grid::line(1, 1), &mut arguments).expect("it runs");
    arguments
}

fn bytes(values: &[i32]) -> Vec<u8> {
    values.iter().flat_map(|value| value.to_le_bytes()).collect()
}

fn words(argument: &Argument) -> Vec<i32> {
    let bytes = match argument {
        Argument::Buffer(bytes) => bytes,
        Argument::Buffers(all) => all.first().expect("a buffer"),
        _ => panic!("a buffer"),
    };
    bytes.chunks_exact(4).map(|part| i32::from_le_bytes(part.try_into().expect("four bytes"))).collect()
}

const DOTS: &str = r#"target triple = "spir64-unknown-unknown"
define spir_kernel void @dots(ptr addrspace(1) %o, <4 x i8> %a, <4 x i8> %b, i32 %p, i32 %q) {
  %s = call spir_func i32 @_Z3dotDv4_cS_(<4 x i8> %a, <4 x i8> %b)
  store i32 %s, ptr addrspace(1) %o
  %o1 = getelementptr i32, ptr addrspace(1) %o, i64 1
  %u = call spir_func i32 @_Z3dotDv4_hS_(<4 x i8> %a, <4 x i8> %b)
  store i32 %u, ptr addrspace(1) %o1
  %o2 = getelementptr i32, ptr addrspace(1) %o, i64 2
  %us = call spir_func i32 @_Z20dot_4x8packed_us_intjj(i32 %p, i32 %q)
  store i32 %us, ptr addrspace(1) %o2
  %o3 = getelementptr i32, ptr addrspace(1) %o, i64 3
  %uu = call spir_func i32 @_Z29dot_acc_sat_4x8packed_uu_uintjjj(i32 %p, i32 %q, i32 -10)
  store i32 %uu, ptr addrspace(1) %o3
  %o4 = getelementptr i32, ptr addrspace(1) %o, i64 4
  %ss = call spir_func i32 @_Z28dot_acc_sat_4x8packed_ss_intjji(i32 %p, i32 %q, i32 -2147483640)
  store i32 %ss, ptr addrspace(1) %o4
  %o5 = getelementptr i32, ptr addrspace(1) %o, i64 5
  %as = call spir_func i32 @_Z11dot_acc_satDv4_cS_i(<4 x i8> %a, <4 x i8> %b, i32 2147483640)
  store i32 %as, ptr addrspace(1) %o5
  %o6 = getelementptr i32, ptr addrspace(1) %o, i64 6
  %su = call spir_func i8 @_Z28__spirv_SUDotAccSatKHR_RcharDv4_cDv4_hc(<4 x i8> %a, <4 x i8> %b, i8 100)
  %w = sext i8 %su to i32
  store i32 %w, ptr addrspace(1) %o6
  ret void
}
declare spir_func i32 @_Z3dotDv4_cS_(<4 x i8>, <4 x i8>)
declare spir_func i32 @_Z3dotDv4_hS_(<4 x i8>, <4 x i8>)
declare spir_func i32 @_Z20dot_4x8packed_us_intjj(i32, i32)
declare spir_func i32 @_Z29dot_acc_sat_4x8packed_uu_uintjjj(i32, i32, i32)
declare spir_func i32 @_Z28dot_acc_sat_4x8packed_ss_intjji(i32, i32, i32)
declare spir_func i32 @_Z11dot_acc_satDv4_cS_i(<4 x i8>, <4 x i8>, i32)
declare spir_func i8 @_Z28__spirv_SUDotAccSatKHR_RcharDv4_cDv4_hc(<4 x i8>, <4 x i8>, i8)
"#;

/// Tests products against results computed by hand; those with an accumulator saturate.
#[test]
fn integers_have_dot_products() {
    let (a, b) = ([1_i8, -2, 3, -128], [4_i8, 5, -6, 127]);
    let vector = |all: [i8; 4]| Argument::Value(all.map(i8::cast_unsigned).to_vec());
    let (p, q) = ([0xFF, 2, 0xFD, 0x80], [0xFE, 10, 1, 0x7F]);
    let packed = |all: [u8; 4]| Argument::Value(all.to_vec());
    let given = vec![Argument::Buffer(vec![0; 28]), vector(a), vector(b), packed(p), packed(q)];
    let left = run(DOTS, "dots", given);
    assert_eq!(words(&left[0]), [-16280, 18280, 16019, -1, i32::MIN, 2_147_467_360, -128]);
}

/// Tests a shader that selects, offsets, stores and subtracts pointers.
#[test]
fn variable_pointers_have_differences() {
    let ir = include_str!("../../tests/filetests/shaders/variable_pointers.ll");
    let left = run(ir, "main", vec![Argument::Buffers(vec![bytes(&[0, 2, 5, 5, 5, 5, 5, 5, 5, 5])])]);
    assert_eq!(words(&left[0]), [3, 2, 5, 5, 5, 5, 5, 5, 0, 5]);
}

const COMPARED: &str = r#"target triple = "spir64-unknown-unknown"
define spir_kernel void @compared(ptr addrspace(1) %a, ptr addrspace(1) %o) {
  %next = getelementptr i32, ptr addrspace(1) %a, i64 3
  %d = call spir_func i64 @_Z15__spirv_PtrDiffPU3AS1iS0_(ptr addrspace(1) %a, ptr addrspace(1) %next)
  %e = call spir_func i1 @_Z16__spirv_PtrEqualPU3AS1iS0_(ptr addrspace(1) %a, ptr addrspace(1) %next)
  %n = call spir_func i1 @_Z19__spirv_PtrNotEqualPU3AS1iS0_(ptr addrspace(1) %a, ptr addrspace(1) %next)
  %w = trunc i64 %d to i32
  store i32 %w, ptr addrspace(1) %o
  %o1 = getelementptr i32, ptr addrspace(1) %o, i64 1
  %x = zext i1 %e to i32
  store i32 %x, ptr addrspace(1) %o1
  %o2 = getelementptr i32, ptr addrspace(1) %o, i64 2
  %y = zext i1 %n to i32
  store i32 %y, ptr addrspace(1) %o2
  ret void
}
declare spir_func i64 @_Z15__spirv_PtrDiffPU3AS1iS0_(ptr addrspace(1), ptr addrspace(1))
declare spir_func i1 @_Z16__spirv_PtrEqualPU3AS1iS0_(ptr addrspace(1), ptr addrspace(1))
declare spir_func i1 @_Z19__spirv_PtrNotEqualPU3AS1iS0_(ptr addrspace(1), ptr addrspace(1))
"#;

#[test]
fn pointers_of_kernels_are_compared() {
    let left = run(COMPARED, "compared", vec![Argument::Buffer(vec![0; 4]), Argument::Buffer(vec![9; 12])]);
    assert_eq!(words(&left[1]), [-3, 0, 1]);
}

const LIST: &str = r#"target datalayout = "e-p:32:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir-unknown-unknown"
%node = type { ptr addrspace(1), i32 }
define spir_kernel void @list(ptr addrspace(1) %head, ptr addrspace(1) %nodes, ptr addrspace(1) %out) {
  %second = getelementptr %node, ptr addrspace(1) %nodes, i32 1
  %none = atomicrmw xchg ptr addrspace(1) %head, ptr addrspace(1) %nodes seq_cst
  store atomic ptr addrspace(1) %none, ptr addrspace(1) %nodes seq_cst, align 4
  %first = atomicrmw xchg ptr addrspace(1) %head, ptr addrspace(1) %second seq_cst
  store ptr addrspace(1) %first, ptr addrspace(1) %second
  %p = load atomic ptr addrspace(1), ptr addrspace(1) %head seq_cst, align 4
  %q = load ptr addrspace(1), ptr addrspace(1) %p
  %at = getelementptr %node, ptr addrspace(1) %q, i32 0, i32 1
  %value = load i32, ptr addrspace(1) %at
  store i32 %value, ptr addrspace(1) %out
  %pair = cmpxchg ptr addrspace(1) %head, ptr addrspace(1) %second, ptr addrspace(1) null seq_cst seq_cst
  %changed = extractvalue { ptr addrspace(1), i1 } %pair, 1
  %word = zext i1 %changed to i32
  %o1 = getelementptr i32, ptr addrspace(1) %out, i32 1
  store i32 %word, ptr addrspace(1) %o1
  ret void
}
"#;

/// Tests atomic accesses to 32-bit addresses: the head of a list whose first node comes after the second one.
#[test]
fn addresses_of_32_bits_are_accessed_atomically() {
    let given = [[0, 0, 0, 0], [0, 41, 0, 42], [9, 9, 0, 0]].map(|values| Argument::Buffer(bytes(&values)));
    let left = run(LIST, "list", given.into());
    assert_eq!(words(&left[2])[..2], [41, 1]);
    assert_eq!(words(&left[0])[0], 0);
}

const COLUMN: &str = r#"target datalayout = "e-p:32:32-p5349:64:64-i64:64-v24:8-v48:16-v96:32-v192:64-n8:16:32-G10"
target triple = "spirv1.6-unknown-vulkan1.3-compute"
%block = type <{ %spirv.matrix.f32.4x4.row.16, i32 }>
%spirv.matrix.f32.4x4.row.16 = type { [4 x <4 x float>] }
@0 = external addrspace(11) global %block, !spirv.Decorations !0
define void @main() #0 {
  %n = getelementptr %block, ptr addrspace(11) @0, i32 0, i32 1
  %i = load i32, ptr addrspace(11) %n
  %c = call spir_func ptr addrspace(11) @_Z19__spirv_AccessChainPU4AS115blockjj(ptr addrspace(11) @0, i32 0, i32 1), !spirv.Type !15
  %c2 = getelementptr <4 x float>, ptr addrspace(11) %c, i32 0, i32 2
  %ci = getelementptr <4 x float>, ptr addrspace(11) %c, i32 0, i32 %i
  %x = load float, ptr addrspace(11) %c2
  store float %x, ptr addrspace(11) %ci
  %c3 = getelementptr i8, ptr addrspace(11) %c, i64 12
  %y = load float, ptr addrspace(11) %c3
  store float %y, ptr addrspace(11) %c
  ret void
}
declare spir_func ptr addrspace(11) @_Z19__spirv_AccessChainPU4AS115blockjj(ptr addrspace(11), i32, i32)
attributes #0 = { nounwind "hlsl.numthreads"="1,1,1" "hlsl.shader"="compute" }
!spirv.Struct = !{!3}
!0 = !{!1, !2}
!1 = !{i32 34, i32 0}
!2 = !{i32 33, i32 0}
!3 = !{%block poison, !"", !4, !6, !11}
!4 = !{!5}
!5 = !{i32 2}
!6 = !{i32 0, !"", !7}
!7 = !{!8, !9, !10}
!8 = !{i32 4}
!9 = !{i32 35, i32 0}
!10 = !{i32 7, i32 16}
!11 = !{i32 1, !"", !12}
!12 = !{!13}
!13 = !{i32 35, i32 64}
!15 = !{!"pointee", <4 x float> poison, !16}
!16 = !{}
"#;

/// Tests columns of row-major matrices, whose components are a row apart.
#[test]
fn columns_of_matrices_by_rows_are_indexed_by_chains_of_their_own() {
    let given = (0..16).chain([1, 0, 0, 0]).collect::<Vec<_>>();
    let left = run(COLUMN, "main", vec![Argument::Buffers(vec![bytes(&given)])]);
    assert_eq!(words(&left[0])[..16], [0, 13, 2, 3, 4, 9, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]);
}

/// Tests differences in arrays of vectors of three with strides of 12 and 16, structures, and integers with a stride of
/// 16: each is a digit.
#[test]
fn differences_count_elements_as_far_apart_as_the_array_says() {
    for (index, digits) in [(0, -1111), (2, 1111)] {
        let given = [index].into_iter().chain([0; 63]).collect::<Vec<_>>();
        let left = run(include_str!("differences.ll"), "main", vec![Argument::Buffers(vec![bytes(&given)])]);
        assert_eq!(words(&left[0])[0], digits);
    }
}
