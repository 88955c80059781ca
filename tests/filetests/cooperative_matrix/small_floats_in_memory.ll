; Matrices of E4M3 from memory that holds such numbers.
; RUN: roundtrip
; RUN: forward
; ENV: vulkan1.3
target triple = "spirv1.6-unknown-vulkan1.3-compute"
%struct = type { [0 x i8] }
%struct.0 = type { [0 x float] }
@0 = external addrspace(11) global %struct, !spirv.Decorations !0
@1 = external addrspace(11) global %struct.0, !spirv.Decorations !3
define void @main() #0 {
  %1 = getelementptr %struct, ptr addrspace(11) @0, i32 0, i32 0, i32 0
  %2 = call spir_func target("spirv.E4M3CooperativeMatrixKHR", i8, 3, 16, 16, 0) @_Z90__spirv_CooperativeMatrixLoadKHR_RPU3AS148__spirv_E4M3CooperativeMatrixKHR__char_3_16_16_0PU4AS11cjj(ptr addrspace(11) %1, i32 0, i32 16)
  %3 = call spir_func target("spirv.E4M3CooperativeMatrixKHR", i8, 3, 16, 16, 1) @_Z90__spirv_CooperativeMatrixLoadKHR_RPU3AS148__spirv_E4M3CooperativeMatrixKHR__char_3_16_16_1PU4AS11cjj(ptr addrspace(11) %1, i32 0, i32 16)
  %4 = call spir_func target("spirv.CooperativeMatrixKHR", float, 3, 16, 16, 2) @_Z26__spirv_CompositeConstructf(float 0.000000e+00)
  %5 = call spir_func target("spirv.CooperativeMatrixKHR", float, 3, 16, 16, 2) @_Z34__spirv_CooperativeMatrixMulAddKHRPU3AS148__spirv_E4M3CooperativeMatrixKHR__char_3_16_16_0PU3AS148__spirv_E4M3CooperativeMatrixKHR__char_3_16_16_1PU3AS145__spirv_CooperativeMatrixKHR__float_3_16_16_2(target("spirv.E4M3CooperativeMatrixKHR", i8, 3, 16, 16, 0) %2, target("spirv.E4M3CooperativeMatrixKHR", i8, 3, 16, 16, 1) %3, target("spirv.CooperativeMatrixKHR", float, 3, 16, 16, 2) %4)
  %6 = getelementptr %struct.0, ptr addrspace(11) @1, i32 0, i32 0, i32 0
  call spir_func void @_Z33__spirv_CooperativeMatrixStoreKHRPU4AS11fPU3AS145__spirv_CooperativeMatrixKHR__float_3_16_16_2jj(ptr addrspace(11) %6, target("spirv.CooperativeMatrixKHR", float, 3, 16, 16, 2) %5, i32 0, i32 16)
  ret void
}
declare spir_func target("spirv.E4M3CooperativeMatrixKHR", i8, 3, 16, 16, 0) @_Z90__spirv_CooperativeMatrixLoadKHR_RPU3AS148__spirv_E4M3CooperativeMatrixKHR__char_3_16_16_0PU4AS11cjj(ptr addrspace(11), i32, i32) #1
declare spir_func target("spirv.E4M3CooperativeMatrixKHR", i8, 3, 16, 16, 1) @_Z90__spirv_CooperativeMatrixLoadKHR_RPU3AS148__spirv_E4M3CooperativeMatrixKHR__char_3_16_16_1PU4AS11cjj(ptr addrspace(11), i32, i32) #1
declare spir_func target("spirv.CooperativeMatrixKHR", float, 3, 16, 16, 2) @_Z26__spirv_CompositeConstructf(float) #2
declare spir_func target("spirv.CooperativeMatrixKHR", float, 3, 16, 16, 2) @_Z34__spirv_CooperativeMatrixMulAddKHRPU3AS148__spirv_E4M3CooperativeMatrixKHR__char_3_16_16_0PU3AS148__spirv_E4M3CooperativeMatrixKHR__char_3_16_16_1PU3AS145__spirv_CooperativeMatrixKHR__float_3_16_16_2(target("spirv.E4M3CooperativeMatrixKHR", i8, 3, 16, 16, 0), target("spirv.E4M3CooperativeMatrixKHR", i8, 3, 16, 16, 1), target("spirv.CooperativeMatrixKHR", float, 3, 16, 16, 2)) #1
declare spir_func void @_Z33__spirv_CooperativeMatrixStoreKHRPU4AS11fPU3AS145__spirv_CooperativeMatrixKHR__float_3_16_16_2jj(ptr addrspace(11), target("spirv.CooperativeMatrixKHR", float, 3, 16, 16, 2), i32, i32) #1
attributes #0 = { nounwind "hlsl.numthreads"="32,1,1" "hlsl.shader"="compute" }
attributes #1 = { convergent nounwind }
attributes #2 = { nounwind }
!spirv.EntryPoint = !{!5}
!spirv.ExecutionMode = !{!6}
!spirv.MemoryModel = !{!7}
!spirv.Capability = !{!8, !9, !10, !11, !12, !11}
!spirv.Struct = !{!13, !21}
!spirv.Generator = !{!23}
!spirv.Extension = !{!24, !25}
!0 = !{!1, !2}
!1 = !{i32 34, i32 0}
!2 = !{i32 33, i32 0}
!3 = !{!1, !4}
!4 = !{i32 33, i32 1}
!5 = !{i32 5, ptr @main, !"main", ptr addrspace(11) @0, ptr addrspace(11) @1}
!6 = !{ptr @main, i32 17, i32 32, i32 1, i32 1}
!7 = !{i32 0, i32 3}
!8 = !{i32 1}
!9 = !{i32 5345}
!10 = !{i32 4212}
!11 = !{i32 4213}
!12 = !{i32 6022}
!13 = !{%struct poison, !"", !14, !16}
!14 = !{!15}
!15 = !{i32 2}
!16 = !{i32 0, !"", !17, !19}
!17 = !{!18}
!18 = !{i32 35, i32 0}
!19 = !{!"array", i32 1, !20, null}
!20 = !{!"E4M3"}
!21 = !{%struct.0 poison, !"", !14, !22}
!22 = !{i32 0, !"", !17}
!23 = !{i16 7, i16 0}
!24 = !{!"SPV_EXT_float8"}
!25 = !{!"SPV_KHR_cooperative_matrix"}
