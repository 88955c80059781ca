; Opaque types with operands: a tensor of floating-point numbers, and one of signed integers with a shape (SPV_ARM_tensors); layouts
; and views of tensors, which take numbers and a condition (SPV_NV_tensor_addressing).
; RUN: forward --spirv-ext=+SPV_ARM_tensors,+SPV_NV_tensor_addressing
; ENV: vulkan1.3
target datalayout = "e-p:32:32-p5349:64:64-i64:64-v24:8-v48:16-v96:32-v192:64-n8:16:32-G10"
target triple = "spirv1.6-unknown-vulkan1.3-compute"
@from = external addrspace(2) constant target("spirv.TensorARM", float, 3), !spirv.Decorations !0
@to = external addrspace(2) constant target("spirv.SignedTensorARM", i8, 3, 4, 2, 1), !spirv.Decorations !1
define void @main() "hlsl.shader"="compute" "hlsl.numthreads"="1,1,1" {
  %a = load target("spirv.TensorARM", float, 3), ptr addrspace(2) @from
  %b = load target("spirv.SignedTensorARM", i8, 3, 4, 2, 1), ptr addrspace(2) @to
  %x = call spir_func float @_Z21__spirv_TensorReadARM26__spirv_TensorARM__float_311spirv.array(target("spirv.TensorARM", float, 3) %a, [3 x i32] [i32 0, i32 1, i32 0])
  %y = fptosi float %x to i8
  call spir_func void @_Z22__spirv_TensorWriteARM35__spirv_SignedTensorARM__i8_3_4_2_111spirv.arrayc(target("spirv.SignedTensorARM", i8, 3, 4, 2, 1) %b, [3 x i32] [i32 0, i32 1, i32 0], i8 %y)
  %n = call spir_func i32 @_Z26__spirv_TensorQuerySizeARM35__spirv_SignedTensorARM__i8_3_4_2_1j(target("spirv.SignedTensorARM", i8, 3, 4, 2, 1) %b, i32 2)
  %l = call spir_func target("spirv.TensorLayoutNV", 2, 0) @_Z28__spirv_CreateTensorLayoutNVv()
  %m = call spir_func target("spirv.TensorLayoutNV", 2, 0) @_Z34__spirv_TensorLayoutSetDimensionNV26__spirv_TensorLayoutNV_2_0jj(target("spirv.TensorLayoutNV", 2, 0) %l, i32 1, i32 %n)
  %other = call spir_func target("spirv.TensorLayoutNV", 1, 0) @_Z28__spirv_CreateTensorLayoutNVv.1()
  %v = call spir_func target("spirv.TensorViewNV", 2, 1, 1, 0) @_Z26__spirv_CreateTensorViewNVv()
  ret void
}
declare spir_func float @_Z21__spirv_TensorReadARM26__spirv_TensorARM__float_311spirv.array(target("spirv.TensorARM", float, 3), [3 x i32])
declare spir_func void @_Z22__spirv_TensorWriteARM35__spirv_SignedTensorARM__i8_3_4_2_111spirv.arrayc(target("spirv.SignedTensorARM", i8, 3, 4, 2, 1), [3 x i32], i8)
declare spir_func i32 @_Z26__spirv_TensorQuerySizeARM35__spirv_SignedTensorARM__i8_3_4_2_1j(target("spirv.SignedTensorARM", i8, 3, 4, 2, 1), i32)
declare spir_func target("spirv.TensorLayoutNV", 2, 0) @_Z28__spirv_CreateTensorLayoutNVv()
declare spir_func target("spirv.TensorLayoutNV", 2, 0) @_Z34__spirv_TensorLayoutSetDimensionNV26__spirv_TensorLayoutNV_2_0jj(target("spirv.TensorLayoutNV", 2, 0), i32, i32)
declare spir_func target("spirv.TensorLayoutNV", 1, 0) @_Z28__spirv_CreateTensorLayoutNVv.1()
declare spir_func target("spirv.TensorViewNV", 2, 1, 1, 0) @_Z26__spirv_CreateTensorViewNVv()
!0 = !{!2, !3}
!1 = !{!2, !4}
!2 = !{i32 34, i32 0}
!3 = !{i32 33, i32 0}
!4 = !{i32 33, i32 1}
