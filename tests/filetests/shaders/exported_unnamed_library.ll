; A module of clang's HLSL without entry points: what is visible is exported, as a library's functions are.
; RUN: forward
; ENV: spv1.6
target triple = "spirv-unknown-vulkan1.3"
declare i1 @llvm.spv.any.v3i32(<3 x i32>)
define spir_func i1 @some(<3 x i32> %x) {
  %r = call i1 @llvm.spv.any.v3i32(<3 x i32> %x)
  ret i1 %r
}
