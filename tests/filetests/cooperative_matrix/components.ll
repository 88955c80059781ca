; Components of matrices: by chains, also into an array of matrices, and as parts of values.
; RUN: roundtrip
; RUN: forward
; ENV: vulkan1.3
target triple = "spirv1.6-unknown-vulkan1.3-compute"
%struct = type { [0 x float] }
@0 = external addrspace(11) global %struct, !spirv.Decorations !0
define void @main() #0 {
  %1 = alloca target("spirv.CooperativeMatrixKHR", float, 3, 16, 16, 2), align 4
  %2 = alloca [2 x target("spirv.CooperativeMatrixKHR", float, 3, 16, 16, 2)], align 4
  %3 = getelementptr %struct, ptr addrspace(11) @0, i32 0, i32 0, i32 0
  %4 = call spir_func target("spirv.CooperativeMatrixKHR", float, 3, 16, 16, 2) @_Z87__spirv_CooperativeMatrixLoadKHR_RPU3AS145__spirv_CooperativeMatrixKHR__float_3_16_16_2PU4AS11fjj(ptr addrspace(11) %3, i32 0, i32 16)
  store target("spirv.CooperativeMatrixKHR", float, 3, 16, 16, 2) %4, ptr %1, align 4
  %5 = call spir_func ptr @_Z19__spirv_AccessChainPPU3AS145__spirv_CooperativeMatrixKHR__float_3_16_16_2j(ptr %1, i32 0), !spirv.Type !18
  %6 = load float, ptr %5, align 4
  %7 = fadd contract float %6, 1.000000e+00
  store float %7, ptr %5, align 4
  %8 = load target("spirv.CooperativeMatrixKHR", float, 3, 16, 16, 2), ptr %1, align 4
  %9 = call spir_func ptr @_Z19__spirv_AccessChainP11spirv.arrayjj(ptr %2, i32 2, i32 3), !spirv.Type !18
  store float %7, ptr %9, align 4
  %10 = call spir_func float @_Z24__spirv_CompositeExtractPU3AS145__spirv_CooperativeMatrixKHR__float_3_16_16_2j(target("spirv.CooperativeMatrixKHR", float, 3, 16, 16, 2) %8, i32 1)
  %11 = call spir_func target("spirv.CooperativeMatrixKHR", float, 3, 16, 16, 2) @_Z23__spirv_CompositeInsertfPU3AS145__spirv_CooperativeMatrixKHR__float_3_16_16_2j(float %10, target("spirv.CooperativeMatrixKHR", float, 3, 16, 16, 2) %8, i32 0)
  call spir_func void @_Z33__spirv_CooperativeMatrixStoreKHRPU4AS11fPU3AS145__spirv_CooperativeMatrixKHR__float_3_16_16_2jj(ptr addrspace(11) %3, target("spirv.CooperativeMatrixKHR", float, 3, 16, 16, 2) %11, i32 0, i32 16)
  ret void
}
declare spir_func target("spirv.CooperativeMatrixKHR", float, 3, 16, 16, 2) @_Z87__spirv_CooperativeMatrixLoadKHR_RPU3AS145__spirv_CooperativeMatrixKHR__float_3_16_16_2PU4AS11fjj(ptr addrspace(11), i32, i32) #1
declare spir_func ptr @_Z19__spirv_AccessChainPPU3AS145__spirv_CooperativeMatrixKHR__float_3_16_16_2j(ptr, i32) #2
declare spir_func ptr @_Z19__spirv_AccessChainP11spirv.arrayjj(ptr, i32, i32) #3
declare spir_func float @_Z24__spirv_CompositeExtractPU3AS145__spirv_CooperativeMatrixKHR__float_3_16_16_2j(target("spirv.CooperativeMatrixKHR", float, 3, 16, 16, 2), i32) #2
declare spir_func target("spirv.CooperativeMatrixKHR", float, 3, 16, 16, 2) @_Z23__spirv_CompositeInsertfPU3AS145__spirv_CooperativeMatrixKHR__float_3_16_16_2j(float, target("spirv.CooperativeMatrixKHR", float, 3, 16, 16, 2), i32) #2
declare spir_func void @_Z33__spirv_CooperativeMatrixStoreKHRPU4AS11fPU3AS145__spirv_CooperativeMatrixKHR__float_3_16_16_2jj(ptr addrspace(11), target("spirv.CooperativeMatrixKHR", float, 3, 16, 16, 2), i32, i32) #1
attributes #0 = { nounwind "hlsl.numthreads"="32,1,1" "hlsl.shader"="compute" }
attributes #1 = { convergent nounwind }
attributes #2 = { nounwind }
attributes #3 = { nounwind speculatable willreturn memory(none) }
!spirv.EntryPoint = !{!3}
!spirv.ExecutionMode = !{!4}
!spirv.MemoryModel = !{!5}
!spirv.Capability = !{!6, !7, !8}
!spirv.Struct = !{!9}
!spirv.Generator = !{!15}
!spirv.Extension = !{!16, !17}
!0 = !{!1, !2}
!1 = !{i32 34, i32 0}
!2 = !{i32 33, i32 0}
!3 = !{i32 5, ptr @main, !"main", ptr addrspace(11) @0}
!4 = !{ptr @main, i32 17, i32 32, i32 1, i32 1}
!5 = !{i32 0, i32 3}
!6 = !{i32 1}
!7 = !{i32 5345}
!8 = !{i32 6022}
!9 = !{%struct poison, !"", !10, !12}
!10 = !{!11}
!11 = !{i32 2}
!12 = !{i32 0, !"", !13}
!13 = !{!14}
!14 = !{i32 35, i32 0}
!15 = !{i16 7, i16 0}
!16 = !{!"SPV_KHR_cooperative_matrix"}
!17 = !{!"SPV_KHR_vulkan_memory_model"}
!18 = !{!"pointee", float poison, !19}
!19 = !{}
