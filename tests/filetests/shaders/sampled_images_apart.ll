; Results of OpSampledImage that passes move to another block than that of their uses, or choose by phi and select.
; RUN: forward
; ENV: vulkan1.3
; NO-ROUND-TRIP: what is joined in another block comes back in that of its use
target triple = "spirv1.6-unknown-vulkan1.3-fragment"
@a = external addrspace(2) constant target("spirv.Image", float, 1, 2, 0, 0, 1, 0), !spirv.Decorations !0
@s = external addrspace(2) constant target("spirv.Sampler"), !spirv.Decorations !3
@t = external addrspace(2) constant target("spirv.Sampler"), !spirv.Decorations !5
@n = external addrspace(7) constant i32, !spirv.Decorations !7
@out = external addrspace(8) global <4 x float>, !spirv.Decorations !10
define void @main() "hlsl.shader"="pixel" {
entry:
  %x = load i32, ptr addrspace(7) @n
  %is = icmp ugt i32 %x, 4
  %image = load target("spirv.Image", float, 1, 2, 0, 0, 1, 0), ptr addrspace(2) @a
  %one = load target("spirv.Sampler"), ptr addrspace(2) @s
  %two = load target("spirv.Sampler"), ptr addrspace(2) @t
  %first = call spir_func target("spirv.SampledImage", float, 1, 2, 0, 0, 1, 0) @_Z20__spirv_SampledImagePU3AS134__spirv_Image__float_1_2_0_0_1_0_0PU3AS215__spirv_Sampler(target("spirv.Image", float, 1, 2, 0, 0, 1, 0) %image, target("spirv.Sampler") %one)
  br i1 %is, label %more, label %less
more:
  %m = call spir_func <4 x float> @_Z38__spirv_ImageSampleExplicitLod_Rfloat4PU3AS141__spirv_SampledImage__float_1_2_0_0_1_0_0Dv2_fif(target("spirv.SampledImage", float, 1, 2, 0, 0, 1, 0) %first, <2 x float> zeroinitializer, i32 2, float 0.0)
  br label %end
less:
  %second = call spir_func target("spirv.SampledImage", float, 1, 2, 0, 0, 1, 0) @_Z20__spirv_SampledImagePU3AS134__spirv_Image__float_1_2_0_0_1_0_0PU3AS215__spirv_Sampler(target("spirv.Image", float, 1, 2, 0, 0, 1, 0) %image, target("spirv.Sampler") %two)
  %l = call spir_func <4 x float> @_Z38__spirv_ImageSampleExplicitLod_Rfloat4PU3AS141__spirv_SampledImage__float_1_2_0_0_1_0_0Dv2_fif(target("spirv.SampledImage", float, 1, 2, 0, 0, 1, 0) %first, <2 x float> <float 1.0, float 1.0>, i32 2, float 0.0)
  br label %end
end:
  %chosen = phi target("spirv.SampledImage", float, 1, 2, 0, 0, 1, 0) [ %first, %more ], [ %second, %less ]
  %value = phi <4 x float> [ %m, %more ], [ %l, %less ]
  %e = call spir_func <4 x float> @_Z38__spirv_ImageSampleExplicitLod_Rfloat4PU3AS141__spirv_SampledImage__float_1_2_0_0_1_0_0Dv2_fif(target("spirv.SampledImage", float, 1, 2, 0, 0, 1, 0) %chosen, <2 x float> <float 0.5, float 0.5>, i32 2, float 0.0)
  %sum = fadd <4 x float> %value, %e
  store <4 x float> %sum, ptr addrspace(8) @out
  ret void
}
declare spir_func target("spirv.SampledImage", float, 1, 2, 0, 0, 1, 0) @_Z20__spirv_SampledImagePU3AS134__spirv_Image__float_1_2_0_0_1_0_0PU3AS215__spirv_Sampler(target("spirv.Image", float, 1, 2, 0, 0, 1, 0), target("spirv.Sampler"))
declare spir_func <4 x float> @_Z38__spirv_ImageSampleExplicitLod_Rfloat4PU3AS141__spirv_SampledImage__float_1_2_0_0_1_0_0Dv2_fif(target("spirv.SampledImage", float, 1, 2, 0, 0, 1, 0), <2 x float>, i32, float)
!spirv.ExecutionMode = !{!13}
!0 = !{!1, !2}
!1 = !{i32 34, i32 0}
!2 = !{i32 33, i32 0}
!3 = !{!1, !4}
!4 = !{i32 33, i32 1}
!5 = !{!1, !6}
!6 = !{i32 33, i32 2}
!7 = !{!8, !9}
!8 = !{i32 30, i32 0}
!9 = !{i32 14}
!10 = !{!8}
!13 = !{ptr @main, i32 7}
