; Cooperative vectors (SPV_NV_cooperative_vector): types of their own, with arithmetic, extended instructions, components, constants,
; variables, signed integers and a product with a matrix in memory.
; RUN: roundtrip
; RUN: forward
; ENV: vulkan1.3
target triple = "spirv1.6-unknown-vulkan1.3-compute"
%struct = type { [0 x float] }
@0 = external addrspace(11) global %struct, !spirv.Decorations !0
define void @main() #0 {
  %1 = call spir_func target("spirv.CooperativeVectorNV", float, 4) @__spirv_ConstantComposite_RPU3AS136__spirv_CooperativeVectorNV__float_4(float 2.000000e+00, float 2.000000e+00, float 2.000000e+00, float 2.000000e+00)
  %2 = alloca target("spirv.CooperativeVectorNV", float, 4), align 4
  %3 = getelementptr %struct, ptr addrspace(11) @0, i32 0, i32 0
  %4 = call spir_func target("spirv.CooperativeVectorNV", float, 4) @_Z31__spirv_CooperativeVectorLoadNVPU4AS1111spirv.arrayj(ptr addrspace(11) %3, i32 0)
  %5 = call spir_func target("spirv.CooperativeVectorNV", float, 4) @_Z25__spirv_VectorTimesScalarPU3AS136__spirv_CooperativeVectorNV__float_4f(target("spirv.CooperativeVectorNV", float, 4) %4, float 2.000000e+00)
  %6 = call spir_func target("spirv.CooperativeVectorNV", float, 4) @_Z12__spirv_FAddPU3AS136__spirv_CooperativeVectorNV__float_4S1_(target("spirv.CooperativeVectorNV", float, 4) %5, target("spirv.CooperativeVectorNV", float, 4) %1)
  %7 = call spir_func target("spirv.CooperativeVectorNV", float, 4) @_Z17__spirv_glsl_FMaxPU3AS136__spirv_CooperativeVectorNV__float_4S1_(target("spirv.CooperativeVectorNV", float, 4) %6, target("spirv.CooperativeVectorNV", float, 4) zeroinitializer) #3
  %8 = call spir_func target("spirv.CooperativeVectorNV", float, 4) @_Z17__spirv_glsl_TanhPU3AS136__spirv_CooperativeVectorNV__float_4(target("spirv.CooperativeVectorNV", float, 4) %7) #3
  store target("spirv.CooperativeVectorNV", float, 4) %8, ptr %2, align 4
  %9 = call spir_func ptr @_Z19__spirv_AccessChainPPU3AS136__spirv_CooperativeVectorNV__float_4j(ptr %2, i32 2), !spirv.Type !19
  store float 2.000000e+00, ptr %9, align 4
  %10 = load target("spirv.CooperativeVectorNV", float, 4), ptr %2, align 4
  %11 = call spir_func float @_Z24__spirv_CompositeExtractPU3AS136__spirv_CooperativeVectorNV__float_4j(target("spirv.CooperativeVectorNV", float, 4) %10, i32 1)
  %12 = call spir_func float @_Z28__spirv_VectorExtractDynamicPU3AS136__spirv_CooperativeVectorNV__float_4j(target("spirv.CooperativeVectorNV", float, 4) %10, i32 2)
  %13 = call spir_func target("spirv.CooperativeVectorNV", float, 4) @_Z23__spirv_CompositeInsertfPU3AS136__spirv_CooperativeVectorNV__float_4j(float %12, target("spirv.CooperativeVectorNV", float, 4) %10, i32 3)
  %14 = call spir_func target("spirv.CooperativeVectorNV", float, 4) @_Z27__spirv_VectorInsertDynamicPU3AS136__spirv_CooperativeVectorNV__float_4fj(target("spirv.CooperativeVectorNV", float, 4) %13, float %11, i32 0)
  %15 = call spir_func target("spirv.SignedCooperativeVectorNV", i32, 4) @_Z70__spirv_ConvertFToS_RPU3AS141__spirv_SignedCooperativeVectorNV__uint_4PU3AS136__spirv_CooperativeVectorNV__float_4(target("spirv.CooperativeVectorNV", float, 4) %14)
  %16 = call spir_func target("spirv.SignedCooperativeVectorNV", i32, 4) @_Z26__spirv_CompositeConstructiiii(i32 -1, i32 -1, i32 -1, i32 -1)
  %17 = call spir_func target("spirv.SignedCooperativeVectorNV", i32, 4) @_Z12__spirv_IMulPU3AS141__spirv_SignedCooperativeVectorNV__uint_4S1_(target("spirv.SignedCooperativeVectorNV", i32, 4) %15, target("spirv.SignedCooperativeVectorNV", i32, 4) %16) #3
  %18 = call spir_func target("spirv.CooperativeVectorNV", float, 4) @_Z65__spirv_ConvertSToF_RPU3AS136__spirv_CooperativeVectorNV__float_4PU3AS141__spirv_SignedCooperativeVectorNV__uint_4(target("spirv.SignedCooperativeVectorNV", i32, 4) %17) #3
  %19 = call spir_func target("spirv.CooperativeVectorNV", float, 5) @_Z39__spirv_CooperativeVectorMatrixMulAddNVPU3AS136__spirv_CooperativeVectorNV__float_4jPU4AS1111spirv.arrayjjS4_jjjjjbj(target("spirv.CooperativeVectorNV", float, 4) %18, i32 1, ptr addrspace(11) %3, i32 64, i32 1, ptr addrspace(11) %3, i32 64, i32 1, i32 5, i32 4, i32 0, i1 false, i32 16) #3
  %20 = call spir_func float @_Z24__spirv_CompositeExtractPU3AS136__spirv_CooperativeVectorNV__float_5j(target("spirv.CooperativeVectorNV", float, 5) %19, i32 4) #3
  %21 = call spir_func target("spirv.CooperativeVectorNV", float, 1) @_Z26__spirv_CompositeConstructf(float %20)
  call spir_func void @_Z32__spirv_CooperativeVectorStoreNVPU4AS1111spirv.arrayjPU3AS136__spirv_CooperativeVectorNV__float_5(ptr addrspace(11) %3, i32 64, target("spirv.CooperativeVectorNV", float, 5) %19) #3
  call spir_func void @_Z32__spirv_CooperativeVectorStoreNVPU4AS1111spirv.arrayjPU3AS136__spirv_CooperativeVectorNV__float_1(ptr addrspace(11) %3, i32 0, target("spirv.CooperativeVectorNV", float, 1) %21)
  ret void
}
declare spir_func target("spirv.CooperativeVectorNV", float, 4) @__spirv_ConstantComposite_RPU3AS136__spirv_CooperativeVectorNV__float_4(float, float, float, float) #1
declare spir_func target("spirv.CooperativeVectorNV", float, 4) @_Z31__spirv_CooperativeVectorLoadNVPU4AS1111spirv.arrayj(ptr addrspace(11), i32) #2
declare spir_func target("spirv.CooperativeVectorNV", float, 4) @_Z25__spirv_VectorTimesScalarPU3AS136__spirv_CooperativeVectorNV__float_4f(target("spirv.CooperativeVectorNV", float, 4), float) #1
declare spir_func target("spirv.CooperativeVectorNV", float, 4) @_Z12__spirv_FAddPU3AS136__spirv_CooperativeVectorNV__float_4S1_(target("spirv.CooperativeVectorNV", float, 4), target("spirv.CooperativeVectorNV", float, 4)) #1
declare spir_func target("spirv.CooperativeVectorNV", float, 4) @_Z17__spirv_glsl_FMaxPU3AS136__spirv_CooperativeVectorNV__float_4S1_(target("spirv.CooperativeVectorNV", float, 4), target("spirv.CooperativeVectorNV", float, 4)) #1
declare spir_func target("spirv.CooperativeVectorNV", float, 4) @_Z17__spirv_glsl_TanhPU3AS136__spirv_CooperativeVectorNV__float_4(target("spirv.CooperativeVectorNV", float, 4)) #1
declare spir_func ptr @_Z19__spirv_AccessChainPPU3AS136__spirv_CooperativeVectorNV__float_4j(ptr, i32) #2
declare spir_func float @_Z24__spirv_CompositeExtractPU3AS136__spirv_CooperativeVectorNV__float_4j(target("spirv.CooperativeVectorNV", float, 4), i32) #2
declare spir_func float @_Z28__spirv_VectorExtractDynamicPU3AS136__spirv_CooperativeVectorNV__float_4j(target("spirv.CooperativeVectorNV", float, 4), i32) #2
declare spir_func target("spirv.CooperativeVectorNV", float, 4) @_Z23__spirv_CompositeInsertfPU3AS136__spirv_CooperativeVectorNV__float_4j(float, target("spirv.CooperativeVectorNV", float, 4), i32) #2
declare spir_func target("spirv.CooperativeVectorNV", float, 4) @_Z27__spirv_VectorInsertDynamicPU3AS136__spirv_CooperativeVectorNV__float_4fj(target("spirv.CooperativeVectorNV", float, 4), float, i32) #2
declare spir_func target("spirv.SignedCooperativeVectorNV", i32, 4) @_Z70__spirv_ConvertFToS_RPU3AS141__spirv_SignedCooperativeVectorNV__uint_4PU3AS136__spirv_CooperativeVectorNV__float_4(target("spirv.CooperativeVectorNV", float, 4)) #1
declare spir_func target("spirv.SignedCooperativeVectorNV", i32, 4) @_Z26__spirv_CompositeConstructiiii(i32, i32, i32, i32) #2
declare spir_func target("spirv.SignedCooperativeVectorNV", i32, 4) @_Z12__spirv_IMulPU3AS141__spirv_SignedCooperativeVectorNV__uint_4S1_(target("spirv.SignedCooperativeVectorNV", i32, 4), target("spirv.SignedCooperativeVectorNV", i32, 4)) #1
declare spir_func target("spirv.CooperativeVectorNV", float, 4) @_Z65__spirv_ConvertSToF_RPU3AS136__spirv_CooperativeVectorNV__float_4PU3AS141__spirv_SignedCooperativeVectorNV__uint_4(target("spirv.SignedCooperativeVectorNV", i32, 4)) #1
declare spir_func target("spirv.CooperativeVectorNV", float, 5) @_Z39__spirv_CooperativeVectorMatrixMulAddNVPU3AS136__spirv_CooperativeVectorNV__float_4jPU4AS1111spirv.arrayjjS4_jjjjjbj(target("spirv.CooperativeVectorNV", float, 4), i32, ptr addrspace(11), i32, i32, ptr addrspace(11), i32, i32, i32, i32, i32, i1, i32) #2
declare spir_func float @_Z24__spirv_CompositeExtractPU3AS136__spirv_CooperativeVectorNV__float_5j(target("spirv.CooperativeVectorNV", float, 5), i32) #2
declare spir_func target("spirv.CooperativeVectorNV", float, 1) @_Z26__spirv_CompositeConstructf(float) #2
declare spir_func void @_Z32__spirv_CooperativeVectorStoreNVPU4AS1111spirv.arrayjPU3AS136__spirv_CooperativeVectorNV__float_5(ptr addrspace(11), i32, target("spirv.CooperativeVectorNV", float, 5)) #2
declare spir_func void @_Z32__spirv_CooperativeVectorStoreNVPU4AS1111spirv.arrayjPU3AS136__spirv_CooperativeVectorNV__float_1(ptr addrspace(11), i32, target("spirv.CooperativeVectorNV", float, 1)) #2
attributes #0 = { nounwind "hlsl.numthreads"="1,1,1" "hlsl.shader"="compute" }
attributes #1 = { nounwind memory(none) }
attributes #2 = { nounwind }
attributes #3 = { nomerge }
!spirv.EntryPoint = !{!3}
!spirv.ExecutionMode = !{!4}
!spirv.MemoryModel = !{!5}
!spirv.Capability = !{!6, !7, !8, !9, !10, !7, !8}
!spirv.Struct = !{!11}
!spirv.Generator = !{!17}
!spirv.Extension = !{!18}
!0 = !{!1, !2}
!1 = !{i32 34, i32 0}
!2 = !{i32 33, i32 0}
!3 = !{i32 5, ptr @main, !"main", ptr addrspace(11) @0}
!4 = !{ptr @main, i32 17, i32 1, i32 1, i32 1}
!5 = !{i32 0, i32 3}
!6 = !{i32 1}
!7 = !{i32 39}
!8 = !{i32 4448}
!9 = !{i32 5345}
!10 = !{i32 5394}
!11 = !{%struct poison, !"", !12, !14}
!12 = !{!13}
!13 = !{i32 2}
!14 = !{i32 0, !"", !15}
!15 = !{!16}
!16 = !{i32 35, i32 0}
!17 = !{i16 7, i16 0}
!18 = !{!"SPV_NV_cooperative_vector"}
!19 = !{!"pointee", float poison, !20}
!20 = !{}
