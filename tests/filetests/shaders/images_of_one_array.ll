; Images that are chosen from one array, since a pass has joined writes of two branches: a branch again, as an index would have to be the
; same for all invocations.
; RUN: forward
; ENV: vulkan1.3
target datalayout = "e-p:32:32-p5349:64:64-i64:64-v24:8-v48:16-v96:32-v192:64-n8:16:32-G10"
target triple = "spirv-unknown-vulkan1.3-compute"

@texelsIn = external local_unnamed_addr addrspace(2) constant target("spirv.SampledImage", float, 5, 0, 0, 0, 1, 0), !spirv.Decorations !0
@gl_GlobalInvocationID = external local_unnamed_addr addrspace(7) constant <3 x i32>, !spirv.Decorations !3
@texelsOut_0 = external local_unnamed_addr addrspace(2) constant [2 x target("spirv.Image", float, 5, 0, 0, 0, 2, 1)], !spirv.Decorations !5
@texelsOut_1 = external local_unnamed_addr addrspace(2) constant [2 x target("spirv.Image", float, 5, 0, 0, 0, 2, 1)], !spirv.Decorations !7

; Function Attrs: nounwind
define void @main() local_unnamed_addr #0 {
  %1 = load target("spirv.SampledImage", float, 5, 0, 0, 0, 1, 0), ptr addrspace(2) @texelsIn, align 4
  %2 = load <3 x i32>, ptr addrspace(7) @gl_GlobalInvocationID, align 4
  %3 = extractelement <3 x i32> %2, i64 0
  %4 = tail call spir_func target("spirv.Image", float, 5, 0, 0, 0, 1, 0) @_Z13__spirv_ImagePU3AS141__spirv_SampledImage__float_5_0_0_0_1_0_0(target("spirv.SampledImage", float, 5, 0, 0, 0, 1, 0) %1)
  %5 = tail call spir_func <4 x float> @_Z26__spirv_ImageFetch_Rfloat4PU3AS134__spirv_Image__float_5_0_0_0_1_0_0i(target("spirv.Image", float, 5, 0, 0, 0, 1, 0) %4, i32 %3)
  %6 = load target("spirv.Image", float, 5, 0, 0, 0, 2, 1), ptr addrspace(2) @texelsOut_0, align 4
  tail call spir_func void @_Z18__spirv_ImageWritePU3AS134__spirv_Image__float_5_0_0_0_2_1_0iDv4_f(target("spirv.Image", float, 5, 0, 0, 0, 2, 1) %6, i32 %3, <4 x float> %5)
  %7 = load target("spirv.Image", float, 5, 0, 0, 0, 2, 1), ptr addrspace(2) getelementptr inbounds nuw (i8, ptr addrspace(2) @texelsOut_0, i32 4), align 4
  %8 = tail call spir_func <4 x float> @_Z25__spirv_VectorTimesScalarDv4_ff(<4 x float> %5, float 2.000000e+00)
  tail call spir_func void @_Z18__spirv_ImageWritePU3AS134__spirv_Image__float_5_0_0_0_2_1_0iDv4_f(target("spirv.Image", float, 5, 0, 0, 0, 2, 1) %7, i32 %3, <4 x float> %8)
  %9 = icmp slt i32 %3, 2
  %10 = load target("spirv.Image", float, 5, 0, 0, 0, 2, 1), ptr addrspace(2) getelementptr inbounds nuw (i8, ptr addrspace(2) @texelsOut_1, i32 4), align 4
  %11 = load target("spirv.Image", float, 5, 0, 0, 0, 2, 1), ptr addrspace(2) @texelsOut_1, align 4
  %.sink5 = select i1 %9, float 3.000000e+00, float 4.000000e+00
  %.sink = select i1 %9, target("spirv.Image", float, 5, 0, 0, 0, 2, 1) %11, target("spirv.Image", float, 5, 0, 0, 0, 2, 1) %10
  %12 = tail call spir_func <4 x float> @_Z25__spirv_VectorTimesScalarDv4_ff(<4 x float> %5, float %.sink5)
  tail call spir_func void @_Z18__spirv_ImageWritePU3AS134__spirv_Image__float_5_0_0_0_2_1_0iDv4_f(target("spirv.Image", float, 5, 0, 0, 0, 2, 1) %.sink, i32 %3, <4 x float> %12)
  ret void, !spirv.Merge !22
}

; Function Attrs: nounwind
declare spir_func target("spirv.Image", float, 5, 0, 0, 0, 1, 0) @_Z13__spirv_ImagePU3AS141__spirv_SampledImage__float_5_0_0_0_1_0_0(target("spirv.SampledImage", float, 5, 0, 0, 0, 1, 0)) local_unnamed_addr #1

; Function Attrs: nounwind
declare spir_func <4 x float> @_Z26__spirv_ImageFetch_Rfloat4PU3AS134__spirv_Image__float_5_0_0_0_1_0_0i(target("spirv.Image", float, 5, 0, 0, 0, 1, 0), i32) local_unnamed_addr #1

; Function Attrs: nounwind
declare spir_func void @_Z18__spirv_ImageWritePU3AS134__spirv_Image__float_5_0_0_0_2_1_0iDv4_f(target("spirv.Image", float, 5, 0, 0, 0, 2, 1), i32, <4 x float>) local_unnamed_addr #1

; Function Attrs: nofree nosync nounwind memory(none)
declare spir_func <4 x float> @_Z25__spirv_VectorTimesScalarDv4_ff(<4 x float>, float) local_unnamed_addr #2

attributes #0 = { nounwind "hlsl.numthreads"="4,1,1" "hlsl.shader"="compute" }
attributes #1 = { nounwind }
attributes #2 = { nofree nosync nounwind memory(none) }

!spirv.EntryPoint = !{!9}
!spirv.ExecutionMode = !{!10}
!spirv.Version = !{!11}
!spirv.MemoryModel = !{!12}
!spirv.Source = !{!13}
!spirv.Capability = !{!14, !15, !16, !16}
!spirv.Constant = !{!17}
!spirv.Generator = !{!21}

!0 = !{!1, !2}
!1 = !{i32 34, i32 0}
!2 = !{i32 33, i32 0}
!3 = !{!4}
!4 = !{i32 11, i32 28}
!5 = !{!1, !6}
!6 = !{i32 33, i32 1}
!7 = !{!1, !8}
!8 = !{i32 33, i32 2}
!9 = !{i32 5, ptr @main, !"main", ptr addrspace(7) @gl_GlobalInvocationID}
!10 = !{ptr @main, i32 17, i32 4, i32 1, i32 1}
!11 = !{i32 1, i32 0}
!12 = !{i32 0, i32 1}
!13 = !{i32 2, i32 430}
!14 = !{i32 1}
!15 = !{i32 46}
!16 = !{i32 47}
!17 = !{<3 x i32> <i32 4, i32 1, i32 1>, !"", !18, !20}
!18 = !{!19}
!19 = !{i32 11, i32 25}
!20 = !{}
!21 = !{i16 8, i16 11}
!22 = !{!23}
!23 = distinct !{i32 0}
