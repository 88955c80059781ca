; Functions that instructions on matrices call for each element, or for pairs of them.
; RUN: roundtrip
; RUN: forward
; ENV: vulkan1.3
target triple = "spirv1.6-unknown-vulkan1.3-compute"
%struct = type { [0 x float] }
@0 = external addrspace(11) global %struct, !spirv.Decorations !0
define internal float @scale(i32 %0, i32 %1, float %2) #0 {
  %4 = fmul contract float %2, 2.000000e+00
  ret float %4
}
define internal float @sum(float %0, float %1) #0 {
  %3 = fadd contract float %0, %1
  ret float %3
}
define void @main() #1 {
  %1 = getelementptr %struct, ptr addrspace(11) @0, i32 0, i32 0, i32 0
  %2 = call spir_func target("spirv.CooperativeMatrixKHR", float, 3, 16, 16, 2) @_Z87__spirv_CooperativeMatrixLoadKHR_RPU3AS145__spirv_CooperativeMatrixKHR__float_3_16_16_2PU4AS11fjj(ptr addrspace(11) %1, i32 0, i32 16)
  %3 = call spir_func target("spirv.CooperativeMatrixKHR", float, 3, 16, 16, 2) @_Z39__spirv_CooperativeMatrixPerElementOpNVPU3AS145__spirv_CooperativeMatrixKHR__float_3_16_16_2f(target("spirv.CooperativeMatrixKHR", float, 3, 16, 16, 2) %2, ptr @scale)
  %4 = call spir_func target("spirv.CooperativeMatrixKHR", float, 3, 16, 16, 2) @_Z33__spirv_CooperativeMatrixReduceNVPU3AS145__spirv_CooperativeMatrixKHR__float_3_16_16_2jf(target("spirv.CooperativeMatrixKHR", float, 3, 16, 16, 2) %3, i32 1, ptr @sum)
  call spir_func void @_Z33__spirv_CooperativeMatrixStoreKHRPU4AS11fPU3AS145__spirv_CooperativeMatrixKHR__float_3_16_16_2jj(ptr addrspace(11) %1, target("spirv.CooperativeMatrixKHR", float, 3, 16, 16, 2) %4, i32 0, i32 16)
  ret void
}
declare spir_func target("spirv.CooperativeMatrixKHR", float, 3, 16, 16, 2) @_Z87__spirv_CooperativeMatrixLoadKHR_RPU3AS145__spirv_CooperativeMatrixKHR__float_3_16_16_2PU4AS11fjj(ptr addrspace(11), i32, i32) #2
declare spir_func target("spirv.CooperativeMatrixKHR", float, 3, 16, 16, 2) @_Z39__spirv_CooperativeMatrixPerElementOpNVPU3AS145__spirv_CooperativeMatrixKHR__float_3_16_16_2f(target("spirv.CooperativeMatrixKHR", float, 3, 16, 16, 2), ptr) #2
declare spir_func target("spirv.CooperativeMatrixKHR", float, 3, 16, 16, 2) @_Z33__spirv_CooperativeMatrixReduceNVPU3AS145__spirv_CooperativeMatrixKHR__float_3_16_16_2jf(target("spirv.CooperativeMatrixKHR", float, 3, 16, 16, 2), i32, ptr) #2
declare spir_func void @_Z33__spirv_CooperativeMatrixStoreKHRPU4AS11fPU3AS145__spirv_CooperativeMatrixKHR__float_3_16_16_2jj(ptr addrspace(11), target("spirv.CooperativeMatrixKHR", float, 3, 16, 16, 2), i32, i32) #2
attributes #0 = { nounwind }
attributes #1 = { nounwind "hlsl.numthreads"="32,1,1" "hlsl.shader"="compute" }
attributes #2 = { convergent nounwind }
!spirv.EntryPoint = !{!3}
!spirv.ExecutionMode = !{!4}
!spirv.MemoryModel = !{!5}
!spirv.Capability = !{!6, !7, !8, !9, !10}
!spirv.Struct = !{!11}
!spirv.Generator = !{!17}
!spirv.Extension = !{!18, !19}
!0 = !{!1, !2}
!1 = !{i32 34, i32 0}
!2 = !{i32 33, i32 0}
!3 = !{i32 5, ptr @main, !"main", ptr addrspace(11) @0}
!4 = !{ptr @main, i32 17, i32 32, i32 1, i32 1}
!5 = !{i32 0, i32 3}
!6 = !{i32 1}
!7 = !{i32 5345}
!8 = !{i32 6022}
!9 = !{i32 5432}
!10 = !{i32 5430}
!11 = !{%struct poison, !"", !12, !14}
!12 = !{!13}
!13 = !{i32 2}
!14 = !{i32 0, !"", !15}
!15 = !{!16}
!16 = !{i32 35, i32 0}
!17 = !{i16 7, i16 0}
!18 = !{!"SPV_KHR_cooperative_matrix"}
!19 = !{!"SPV_NV_cooperative_matrix2"}
