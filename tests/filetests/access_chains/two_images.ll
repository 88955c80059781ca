; Images that a phi chooses by their addresses: what is read from them is chosen.
; RUN: forward
; ENV: vulkan1.2
; NO-ROUND-TRIP: control flow is structured anew
target datalayout = "e-p:32:32-p5349:64:64-i64:64-v24:8-v48:16-v96:32-v192:64-n8:16:32-G10"
target triple = "spirv1.5-unknown-vulkan1.2-compute"

@a = external addrspace(2) constant target("spirv.Image", float, 1, 2, 0, 0, 1, 0), !spirv.Decorations !0
@b = external addrspace(2) constant target("spirv.Image", float, 1, 2, 0, 0, 1, 0), !spirv.Decorations !1
@out = external addrspace(7) constant i32, !spirv.Decorations !2
@sum = private addrspace(10) global <4 x float> undef

define void @main() #0 {
entry:
  %n = load i32, ptr addrspace(7) @out
  %is = icmp ult i32 %n, 4
  br i1 %is, label %yes, label %end

yes:
  br label %end

end:
  %image = phi ptr addrspace(2) [ @a, %entry ], [ @b, %yes ]
  %loaded = load target("spirv.Image", float, 1, 2, 0, 0, 1, 0), ptr addrspace(2) %image
  %at = insertelement <2 x i32> zeroinitializer, i32 %n, i32 0
  %texel = call spir_func <4 x float> @_Z26__spirv_ImageFetch_Rfloat4PU3AS134__spirv_Image__float_1_2_0_0_1_0_0Dv2_iji(target("spirv.Image", float, 1, 2, 0, 0, 1, 0) %loaded, <2 x i32> %at, i32 2, i32 0)
  store <4 x float> %texel, ptr addrspace(10) @sum
  ret void
}

declare spir_func <4 x float> @_Z26__spirv_ImageFetch_Rfloat4PU3AS134__spirv_Image__float_1_2_0_0_1_0_0Dv2_iji(target("spirv.Image", float, 1, 2, 0, 0, 1, 0), <2 x i32>, i32, i32)

attributes #0 = { "hlsl.shader"="compute" "hlsl.numthreads"="1,1,1" }
!0 = !{!3, !4}
!1 = !{!3, !5}
!2 = !{!6}
!3 = !{i32 34, i32 0}
!4 = !{i32 33, i32 0}
!5 = !{i32 33, i32 1}
!6 = !{i32 11, i32 29}
