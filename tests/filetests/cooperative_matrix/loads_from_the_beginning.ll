; Two loads of one name from the first elements of buffers, where passes drop indices that are 0.
; RUN: forward
; ENV: vulkan1.3
target triple = "spirv1.6-unknown-vulkan1.3-compute"
%struct = type { [0 x float] }
@0 = external addrspace(11) global %struct, !spirv.Decorations !0
@1 = external addrspace(11) global %struct, !spirv.Decorations !3
@2 = external addrspace(11) global %struct, !spirv.Decorations !5
define void @main() local_unnamed_addr #0 {
  %1 = tail call spir_func target("spirv.CooperativeMatrixKHR", float, 3, 16, 16, 0) @_Z87__spirv_CooperativeMatrixLoadKHR_RPU3AS145__spirv_CooperativeMatrixKHR__float_3_16_16_0PU4AS11fjj(ptr addrspace(11) @0, i32 0, i32 16)
  %2 = tail call spir_func target("spirv.CooperativeMatrixKHR", float, 3, 16, 16, 1) @_Z87__spirv_CooperativeMatrixLoadKHR_RPU3AS145__spirv_CooperativeMatrixKHR__float_3_16_16_1PU4AS11fjj(ptr addrspace(11) @1, i32 0, i32 16)
  %3 = tail call spir_func target("spirv.CooperativeMatrixKHR", float, 3, 16, 16, 2) @_Z26__spirv_CompositeConstructf(float 0.000000e+00)
  %4 = tail call spir_func target("spirv.CooperativeMatrixKHR", float, 3, 16, 16, 2) @_Z34__spirv_CooperativeMatrixMulAddKHRPU3AS145__spirv_CooperativeMatrixKHR__float_3_16_16_0PU3AS145__spirv_CooperativeMatrixKHR__float_3_16_16_1PU3AS145__spirv_CooperativeMatrixKHR__float_3_16_16_2(target("spirv.CooperativeMatrixKHR", float, 3, 16, 16, 0) %1, target("spirv.CooperativeMatrixKHR", float, 3, 16, 16, 1) %2, target("spirv.CooperativeMatrixKHR", float, 3, 16, 16, 2) %3)
  tail call spir_func void @_Z33__spirv_CooperativeMatrixStoreKHRPU4AS11fPU3AS145__spirv_CooperativeMatrixKHR__float_3_16_16_2jj(ptr addrspace(11) @2, target("spirv.CooperativeMatrixKHR", float, 3, 16, 16, 2) %4, i32 0, i32 16)
  ret void
}
declare spir_func target("spirv.CooperativeMatrixKHR", float, 3, 16, 16, 0) @_Z87__spirv_CooperativeMatrixLoadKHR_RPU3AS145__spirv_CooperativeMatrixKHR__float_3_16_16_0PU4AS11fjj(ptr addrspace(11), i32, i32) local_unnamed_addr #1
declare spir_func target("spirv.CooperativeMatrixKHR", float, 3, 16, 16, 1) @_Z87__spirv_CooperativeMatrixLoadKHR_RPU3AS145__spirv_CooperativeMatrixKHR__float_3_16_16_1PU4AS11fjj(ptr addrspace(11), i32, i32) local_unnamed_addr #1
declare spir_func target("spirv.CooperativeMatrixKHR", float, 3, 16, 16, 2) @_Z26__spirv_CompositeConstructf(float) local_unnamed_addr #2
declare spir_func target("spirv.CooperativeMatrixKHR", float, 3, 16, 16, 2) @_Z34__spirv_CooperativeMatrixMulAddKHRPU3AS145__spirv_CooperativeMatrixKHR__float_3_16_16_0PU3AS145__spirv_CooperativeMatrixKHR__float_3_16_16_1PU3AS145__spirv_CooperativeMatrixKHR__float_3_16_16_2(target("spirv.CooperativeMatrixKHR", float, 3, 16, 16, 0), target("spirv.CooperativeMatrixKHR", float, 3, 16, 16, 1), target("spirv.CooperativeMatrixKHR", float, 3, 16, 16, 2)) local_unnamed_addr #1
declare spir_func void @_Z33__spirv_CooperativeMatrixStoreKHRPU4AS11fPU3AS145__spirv_CooperativeMatrixKHR__float_3_16_16_2jj(ptr addrspace(11), target("spirv.CooperativeMatrixKHR", float, 3, 16, 16, 2), i32, i32) local_unnamed_addr #1
attributes #0 = { nounwind "hlsl.numthreads"="32,1,1" "hlsl.shader"="compute" }
attributes #1 = { convergent nounwind }
attributes #2 = { nounwind }
!spirv.EntryPoint = !{!7}
!spirv.ExecutionMode = !{!8}
!spirv.MemoryModel = !{!9}
!spirv.Capability = !{!10, !11, !12}
!spirv.Struct = !{!13}
!spirv.Generator = !{!19}
!spirv.Extension = !{!20}
!0 = !{!1, !2}
!1 = !{i32 34, i32 0}
!2 = !{i32 33, i32 0}
!3 = !{!1, !4}
!4 = !{i32 33, i32 1}
!5 = !{!1, !6}
!6 = !{i32 33, i32 2}
!7 = !{i32 5, ptr @main, !"main", ptr addrspace(11) @0, ptr addrspace(11) @1, ptr addrspace(11) @2}
!8 = !{ptr @main, i32 17, i32 32, i32 1, i32 1}
!9 = !{i32 0, i32 3}
!10 = !{i32 1}
!11 = !{i32 5345}
!12 = !{i32 6022}
!13 = !{%struct poison, !"", !14, !16}
!14 = !{!15}
!15 = !{i32 2}
!16 = !{i32 0, !"", !17}
!17 = !{!18}
!18 = !{i32 35, i32 0}
!19 = !{i16 7, i16 0}
!20 = !{!"SPV_KHR_cooperative_matrix"}
