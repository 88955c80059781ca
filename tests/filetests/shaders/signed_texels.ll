; A texel of an image of signed integers whose note passes have dropped: it is signed, since the image is.
; RUN: forward
; ENV: vulkan1.3
target triple = "spirv1.6-unknown-vulkan1.3-fragment"
@a = external addrspace(2) constant target("spirv.SignedImage", i32, 5, 0, 0, 0, 1, 0), !spirv.Decorations !0
@out = external addrspace(8) global <4 x i32>, !spirv.Decorations !3
define void @main() "hlsl.shader"="pixel" {
  %one = load target("spirv.SignedImage", i32, 5, 0, 0, 0, 1, 0), ptr addrspace(2) @a
  %texel = call spir_func <4 x i32> @_Z24__spirv_ImageFetch_Rint4PU3AS132__spirv_Image__int_5_0_0_0_1_0_0i(target("spirv.SignedImage", i32, 5, 0, 0, 0, 1, 0) %one, i32 3)
  store <4 x i32> %texel, ptr addrspace(8) @out
  ret void
}
declare spir_func <4 x i32> @_Z24__spirv_ImageFetch_Rint4PU3AS132__spirv_Image__int_5_0_0_0_1_0_0i(target("spirv.SignedImage", i32, 5, 0, 0, 0, 1, 0), i32)
!spirv.ExecutionMode = !{!5}
!0 = !{!1, !2}
!1 = !{i32 34, i32 0}
!2 = !{i32 33, i32 0}
!3 = !{!4}
!4 = !{i32 30, i32 0}
!5 = !{ptr @main, i32 7}
