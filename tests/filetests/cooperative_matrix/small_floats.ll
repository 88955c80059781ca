; Matrices of E4M3 and E5M2: products, conversions, fills and components.
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
  %2 = call spir_func target("spirv.E4M3CooperativeMatrixKHR", i8, 3, 16, 16, 2) @_Z90__spirv_CooperativeMatrixLoadKHR_RPU3AS148__spirv_E4M3CooperativeMatrixKHR__char_3_16_16_2PU4AS11cjj(ptr addrspace(11) %1, i32 0, i32 16)
  %3 = call spir_func target("spirv.CooperativeMatrixKHR", float, 3, 16, 16, 2) @_Z36__builtin_spirv_ConvertE4M3ToFP32EXTPU3AS148__spirv_E4M3CooperativeMatrixKHR__char_3_16_16_2(target("spirv.E4M3CooperativeMatrixKHR", i8, 3, 16, 16, 2) %2)
  %4 = call spir_func target("spirv.E4M3CooperativeMatrixKHR", i8, 3, 16, 16, 0) @_Z90__spirv_CooperativeMatrixLoadKHR_RPU3AS148__spirv_E4M3CooperativeMatrixKHR__char_3_16_16_0PU4AS11cjj(ptr addrspace(11) %1, i32 0, i32 16)
  %5 = call spir_func target("spirv.E5M2CooperativeMatrixKHR", i8, 3, 16, 16, 1) @_Z90__spirv_CooperativeMatrixLoadKHR_RPU3AS148__spirv_E5M2CooperativeMatrixKHR__char_3_16_16_1PU4AS11cjj(ptr addrspace(11) %1, i32 0, i32 16)
  %6 = call spir_func target("spirv.CooperativeMatrixKHR", half, 3, 16, 16, 1) @_Z36__builtin_spirv_ConvertE5M2ToFP16EXTPU3AS148__spirv_E5M2CooperativeMatrixKHR__char_3_16_16_1(target("spirv.E5M2CooperativeMatrixKHR", i8, 3, 16, 16, 1) %5)
  %7 = call spir_func target("spirv.E5M2CooperativeMatrixKHR", i8, 3, 16, 16, 1) @_Z36__builtin_spirv_ConvertFP16ToE5M2EXTPU3AS144__spirv_CooperativeMatrixKHR__half_3_16_16_1(target("spirv.CooperativeMatrixKHR", half, 3, 16, 16, 1) %6)
  %8 = call spir_func target("spirv.CooperativeMatrixKHR", float, 3, 16, 16, 2) @_Z34__spirv_CooperativeMatrixMulAddKHRPU3AS148__spirv_E4M3CooperativeMatrixKHR__char_3_16_16_0PU3AS148__spirv_E5M2CooperativeMatrixKHR__char_3_16_16_1PU3AS145__spirv_CooperativeMatrixKHR__float_3_16_16_2(target("spirv.E4M3CooperativeMatrixKHR", i8, 3, 16, 16, 0) %4, target("spirv.E5M2CooperativeMatrixKHR", i8, 3, 16, 16, 1) %7, target("spirv.CooperativeMatrixKHR", float, 3, 16, 16, 2) %3)
  %9 = call spir_func i8 @_Z24__spirv_CompositeExtractPU3AS148__spirv_E4M3CooperativeMatrixKHR__char_3_16_16_0j(target("spirv.E4M3CooperativeMatrixKHR", i8, 3, 16, 16, 0) %4, i32 0)
  %10 = call spir_func target("spirv.E4M3CooperativeMatrixKHR", i8, 3, 16, 16, 2) @_Z26__spirv_CompositeConstructc(i8 %9)
  %11 = call spir_func target("spirv.CooperativeMatrixKHR", float, 3, 16, 16, 2) @_Z36__builtin_spirv_ConvertE4M3ToFP32EXTPU3AS148__spirv_E4M3CooperativeMatrixKHR__char_3_16_16_2(target("spirv.E4M3CooperativeMatrixKHR", i8, 3, 16, 16, 2) %10)
  %12 = call spir_func target("spirv.CooperativeMatrixKHR", float, 3, 16, 16, 2) @_Z12__spirv_FAddPU3AS145__spirv_CooperativeMatrixKHR__float_3_16_16_2S1_(target("spirv.CooperativeMatrixKHR", float, 3, 16, 16, 2) %8, target("spirv.CooperativeMatrixKHR", float, 3, 16, 16, 2) %11) #4
  %13 = getelementptr %struct.0, ptr addrspace(11) @1, i32 0, i32 0, i32 0
  call spir_func void @_Z33__spirv_CooperativeMatrixStoreKHRPU4AS11fPU3AS145__spirv_CooperativeMatrixKHR__float_3_16_16_2jj(ptr addrspace(11) %13, target("spirv.CooperativeMatrixKHR", float, 3, 16, 16, 2) %12, i32 0, i32 16) #4
  ret void
}
declare spir_func target("spirv.E4M3CooperativeMatrixKHR", i8, 3, 16, 16, 2) @_Z90__spirv_CooperativeMatrixLoadKHR_RPU3AS148__spirv_E4M3CooperativeMatrixKHR__char_3_16_16_2PU4AS11cjj(ptr addrspace(11), i32, i32) #1
declare spir_func target("spirv.CooperativeMatrixKHR", float, 3, 16, 16, 2) @_Z36__builtin_spirv_ConvertE4M3ToFP32EXTPU3AS148__spirv_E4M3CooperativeMatrixKHR__char_3_16_16_2(target("spirv.E4M3CooperativeMatrixKHR", i8, 3, 16, 16, 2)) #2
declare spir_func target("spirv.E4M3CooperativeMatrixKHR", i8, 3, 16, 16, 0) @_Z90__spirv_CooperativeMatrixLoadKHR_RPU3AS148__spirv_E4M3CooperativeMatrixKHR__char_3_16_16_0PU4AS11cjj(ptr addrspace(11), i32, i32) #1
declare spir_func target("spirv.E5M2CooperativeMatrixKHR", i8, 3, 16, 16, 1) @_Z90__spirv_CooperativeMatrixLoadKHR_RPU3AS148__spirv_E5M2CooperativeMatrixKHR__char_3_16_16_1PU4AS11cjj(ptr addrspace(11), i32, i32) #1
declare spir_func target("spirv.CooperativeMatrixKHR", half, 3, 16, 16, 1) @_Z36__builtin_spirv_ConvertE5M2ToFP16EXTPU3AS148__spirv_E5M2CooperativeMatrixKHR__char_3_16_16_1(target("spirv.E5M2CooperativeMatrixKHR", i8, 3, 16, 16, 1)) #2
declare spir_func target("spirv.E5M2CooperativeMatrixKHR", i8, 3, 16, 16, 1) @_Z36__builtin_spirv_ConvertFP16ToE5M2EXTPU3AS144__spirv_CooperativeMatrixKHR__half_3_16_16_1(target("spirv.CooperativeMatrixKHR", half, 3, 16, 16, 1)) #2
declare spir_func target("spirv.CooperativeMatrixKHR", float, 3, 16, 16, 2) @_Z34__spirv_CooperativeMatrixMulAddKHRPU3AS148__spirv_E4M3CooperativeMatrixKHR__char_3_16_16_0PU3AS148__spirv_E5M2CooperativeMatrixKHR__char_3_16_16_1PU3AS145__spirv_CooperativeMatrixKHR__float_3_16_16_2(target("spirv.E4M3CooperativeMatrixKHR", i8, 3, 16, 16, 0), target("spirv.E5M2CooperativeMatrixKHR", i8, 3, 16, 16, 1), target("spirv.CooperativeMatrixKHR", float, 3, 16, 16, 2)) #1
declare spir_func i8 @_Z24__spirv_CompositeExtractPU3AS148__spirv_E4M3CooperativeMatrixKHR__char_3_16_16_0j(target("spirv.E4M3CooperativeMatrixKHR", i8, 3, 16, 16, 0), i32) #3
declare spir_func target("spirv.E4M3CooperativeMatrixKHR", i8, 3, 16, 16, 2) @_Z26__spirv_CompositeConstructc(i8) #3
declare spir_func target("spirv.CooperativeMatrixKHR", float, 3, 16, 16, 2) @_Z12__spirv_FAddPU3AS145__spirv_CooperativeMatrixKHR__float_3_16_16_2S1_(target("spirv.CooperativeMatrixKHR", float, 3, 16, 16, 2), target("spirv.CooperativeMatrixKHR", float, 3, 16, 16, 2)) #2
declare spir_func void @_Z33__spirv_CooperativeMatrixStoreKHRPU4AS11fPU3AS145__spirv_CooperativeMatrixKHR__float_3_16_16_2jj(ptr addrspace(11), target("spirv.CooperativeMatrixKHR", float, 3, 16, 16, 2), i32, i32) #1
attributes #0 = { nounwind "hlsl.numthreads"="32,1,1" "hlsl.shader"="compute" }
attributes #1 = { convergent nounwind }
attributes #2 = { nounwind memory(none) }
attributes #3 = { nounwind }
attributes #4 = { nomerge }
!spirv.EntryPoint = !{!5}
!spirv.ExecutionMode = !{!6}
!spirv.MemoryModel = !{!7}
!spirv.Capability = !{!8, !9, !10, !11, !12, !13, !12}
!spirv.Struct = !{!14, !20}
!spirv.Generator = !{!21}
!spirv.Extension = !{!22, !23}
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
!10 = !{i32 9}
!11 = !{i32 4212}
!12 = !{i32 4213}
!13 = !{i32 6022}
!14 = !{%struct poison, !"", !15, !17}
!15 = !{!16}
!16 = !{i32 2}
!17 = !{i32 0, !"", !18}
!18 = !{!19}
!19 = !{i32 35, i32 0}
!20 = !{%struct.0 poison, !"", !15, !17}
!21 = !{i16 7, i16 0}
!22 = !{!"SPV_EXT_float8"}
!23 = !{!"SPV_KHR_cooperative_matrix"}
