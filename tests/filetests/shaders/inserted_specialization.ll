; A signed specialization constant, inserted into a vector before anything else uses it.
; RUN: forward
; ENV: vulkan1.3
; NO-ROUND-TRIP: what is inserted into nothing comes back as an undefined vector
target triple = "spirv1.6-unknown-vulkan1.3-fragment"
@out = external addrspace(8) global <4 x float>, !spirv.Decorations !0
define void @main() "hlsl.shader"="pixel" {
  %s = call spir_func i32 @_Z20__spirv_SpecConstantii(i32 1, i32 0), !spirv.Type !2
  %v = insertelement <4 x i32> poison, i32 %s, i64 0
  %f = bitcast <4 x i32> %v to <4 x float>
  %all = shufflevector <4 x float> %f, <4 x float> poison, <4 x i32> zeroinitializer
  store <4 x float> %all, ptr addrspace(8) @out
  ret void
}
declare spir_func i32 @_Z20__spirv_SpecConstantii(i32, i32)
!spirv.ExecutionMode = !{!4}
!spirv.SpecConstants = !{!3}
!0 = !{!1}
!1 = !{i32 30, i32 0}
!2 = !{!"signed"}
!3 = !{!"SpecConstant", i32 0, !"DESATURATION", !5, !2}
!4 = !{ptr @main, i32 7}
!5 = !{!6}
!6 = !{i32 1, i32 1}
