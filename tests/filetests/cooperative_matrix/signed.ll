; Matrices of signed integers of several widths, loaded, filled, negated and converted.
; RUN: roundtrip
; RUN: forward
; ENV: vulkan1.3
target triple = "spirv1.6-unknown-vulkan1.3-compute"
%struct = type { [0 x i8] }
@0 = external addrspace(11) global %struct, !spirv.Decorations !0
define void @main() #0 {
  %1 = call spir_func target("spirv.SignedCooperativeMatrixKHR", i16, 3, 16, 16, 0) @__spirv_ConstantComposite_RPU3AS151__spirv_SignedCooperativeMatrixKHR__short_3_16_16_0(i16 -7)
  %2 = getelementptr %struct, ptr addrspace(11) @0, i32 0, i32 0, i32 0
  %3 = call spir_func target("spirv.SignedCooperativeMatrixKHR", i8, 3, 16, 16, 0) @_Z92__spirv_CooperativeMatrixLoadKHR_RPU3AS150__spirv_SignedCooperativeMatrixKHR__char_3_16_16_0PU4AS11cjj(ptr addrspace(11) %2, i32 0, i32 16)
  %4 = call spir_func target("spirv.SignedCooperativeMatrixKHR", i8, 3, 16, 16, 0) @_Z15__spirv_SNegatePU3AS150__spirv_SignedCooperativeMatrixKHR__char_3_16_16_0(target("spirv.SignedCooperativeMatrixKHR", i8, 3, 16, 16, 0) %3)
  %5 = call spir_func target("spirv.SignedCooperativeMatrixKHR", i16, 3, 16, 16, 0) @_Z77__spirv_SConvert_RPU3AS151__spirv_SignedCooperativeMatrixKHR__short_3_16_16_0PU3AS150__spirv_SignedCooperativeMatrixKHR__char_3_16_16_0(target("spirv.SignedCooperativeMatrixKHR", i8, 3, 16, 16, 0) %4)
  %6 = call spir_func target("spirv.SignedCooperativeMatrixKHR", i16, 3, 16, 16, 0) @_Z26__spirv_CompositeConstructs(i16 -7)
  %7 = call spir_func target("spirv.SignedCooperativeMatrixKHR", i16, 3, 16, 16, 0) @_Z12__spirv_IAddPU3AS151__spirv_SignedCooperativeMatrixKHR__short_3_16_16_0S1_(target("spirv.SignedCooperativeMatrixKHR", i16, 3, 16, 16, 0) %5, target("spirv.SignedCooperativeMatrixKHR", i16, 3, 16, 16, 0) %6)
  %8 = call spir_func target("spirv.SignedCooperativeMatrixKHR", i16, 3, 16, 16, 0) @_Z12__spirv_IAddPU3AS151__spirv_SignedCooperativeMatrixKHR__short_3_16_16_0S1_(target("spirv.SignedCooperativeMatrixKHR", i16, 3, 16, 16, 0) %7, target("spirv.SignedCooperativeMatrixKHR", i16, 3, 16, 16, 0) %1) #4
  %9 = call spir_func target("spirv.SignedCooperativeMatrixKHR", i32, 3, 16, 16, 0) @_Z76__spirv_SConvert_RPU3AS150__spirv_SignedCooperativeMatrixKHR__uint_3_16_16_0PU3AS151__spirv_SignedCooperativeMatrixKHR__short_3_16_16_0(target("spirv.SignedCooperativeMatrixKHR", i16, 3, 16, 16, 0) %8) #4
  %10 = call spir_func target("spirv.SignedCooperativeMatrixKHR", i8, 3, 16, 16, 0) @_Z76__spirv_SConvert_RPU3AS150__spirv_SignedCooperativeMatrixKHR__char_3_16_16_0PU3AS150__spirv_SignedCooperativeMatrixKHR__uint_3_16_16_0(target("spirv.SignedCooperativeMatrixKHR", i32, 3, 16, 16, 0) %9) #4
  call spir_func void @_Z33__spirv_CooperativeMatrixStoreKHRPU4AS11cPU3AS150__spirv_SignedCooperativeMatrixKHR__char_3_16_16_0jj(ptr addrspace(11) %2, target("spirv.SignedCooperativeMatrixKHR", i8, 3, 16, 16, 0) %10, i32 0, i32 16) #4
  ret void
}
declare spir_func target("spirv.SignedCooperativeMatrixKHR", i16, 3, 16, 16, 0) @__spirv_ConstantComposite_RPU3AS151__spirv_SignedCooperativeMatrixKHR__short_3_16_16_0(i16) #1
declare spir_func target("spirv.SignedCooperativeMatrixKHR", i8, 3, 16, 16, 0) @_Z92__spirv_CooperativeMatrixLoadKHR_RPU3AS150__spirv_SignedCooperativeMatrixKHR__char_3_16_16_0PU4AS11cjj(ptr addrspace(11), i32, i32) #2
declare spir_func target("spirv.SignedCooperativeMatrixKHR", i8, 3, 16, 16, 0) @_Z15__spirv_SNegatePU3AS150__spirv_SignedCooperativeMatrixKHR__char_3_16_16_0(target("spirv.SignedCooperativeMatrixKHR", i8, 3, 16, 16, 0)) #1
declare spir_func target("spirv.SignedCooperativeMatrixKHR", i16, 3, 16, 16, 0) @_Z77__spirv_SConvert_RPU3AS151__spirv_SignedCooperativeMatrixKHR__short_3_16_16_0PU3AS150__spirv_SignedCooperativeMatrixKHR__char_3_16_16_0(target("spirv.SignedCooperativeMatrixKHR", i8, 3, 16, 16, 0)) #1
declare spir_func target("spirv.SignedCooperativeMatrixKHR", i16, 3, 16, 16, 0) @_Z26__spirv_CompositeConstructs(i16) #3
declare spir_func target("spirv.SignedCooperativeMatrixKHR", i16, 3, 16, 16, 0) @_Z12__spirv_IAddPU3AS151__spirv_SignedCooperativeMatrixKHR__short_3_16_16_0S1_(target("spirv.SignedCooperativeMatrixKHR", i16, 3, 16, 16, 0), target("spirv.SignedCooperativeMatrixKHR", i16, 3, 16, 16, 0)) #1
declare spir_func target("spirv.SignedCooperativeMatrixKHR", i32, 3, 16, 16, 0) @_Z76__spirv_SConvert_RPU3AS150__spirv_SignedCooperativeMatrixKHR__uint_3_16_16_0PU3AS151__spirv_SignedCooperativeMatrixKHR__short_3_16_16_0(target("spirv.SignedCooperativeMatrixKHR", i16, 3, 16, 16, 0)) #1
declare spir_func target("spirv.SignedCooperativeMatrixKHR", i8, 3, 16, 16, 0) @_Z76__spirv_SConvert_RPU3AS150__spirv_SignedCooperativeMatrixKHR__char_3_16_16_0PU3AS150__spirv_SignedCooperativeMatrixKHR__uint_3_16_16_0(target("spirv.SignedCooperativeMatrixKHR", i32, 3, 16, 16, 0)) #1
declare spir_func void @_Z33__spirv_CooperativeMatrixStoreKHRPU4AS11cPU3AS150__spirv_SignedCooperativeMatrixKHR__char_3_16_16_0jj(ptr addrspace(11), target("spirv.SignedCooperativeMatrixKHR", i8, 3, 16, 16, 0), i32, i32) #2
attributes #0 = { nounwind "hlsl.numthreads"="32,1,1" "hlsl.shader"="compute" }
attributes #1 = { nounwind memory(none) }
attributes #2 = { convergent nounwind }
attributes #3 = { nounwind }
attributes #4 = { nomerge }
!spirv.EntryPoint = !{!3}
!spirv.ExecutionMode = !{!4}
!spirv.MemoryModel = !{!5}
!spirv.Capability = !{!6, !7, !8, !9, !10, !11, !9}
!spirv.Struct = !{!12}
!spirv.Generator = !{!20}
!spirv.Extension = !{!21}
!0 = !{!1, !2}
!1 = !{i32 34, i32 0}
!2 = !{i32 33, i32 0}
!3 = !{i32 5, ptr @main, !"main", ptr addrspace(11) @0}
!4 = !{ptr @main, i32 17, i32 32, i32 1, i32 1}
!5 = !{i32 0, i32 3}
!6 = !{i32 1}
!7 = !{i32 39}
!8 = !{i32 22}
!9 = !{i32 4448}
!10 = !{i32 5345}
!11 = !{i32 6022}
!12 = !{%struct poison, !"", !13, !15}
!13 = !{!14}
!14 = !{i32 2}
!15 = !{i32 0, !"", !16, !18}
!16 = !{!17}
!17 = !{i32 35, i32 0}
!18 = !{!"array", i32 1, !19, null}
!19 = !{!"signed"}
!20 = !{i16 7, i16 0}
!21 = !{!"SPV_KHR_cooperative_matrix"}
