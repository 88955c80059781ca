; A load from an array that is the first member of a buffer, where passes drop indices that are 0.
; RUN: forward
; ENV: vulkan1.3
target triple = "spirv1.6-unknown-vulkan1.3-compute"
%struct = type { [0 x float] }
@0 = external addrspace(11) global %struct, !spirv.Decorations !0
define void @main() local_unnamed_addr #0 {
  %1 = tail call spir_func target("spirv.CooperativeVectorNV", float, 4) @_Z31__spirv_CooperativeVectorLoadNVPU4AS1111spirv.arrayj(ptr addrspace(11) @0, i32 0)
  %2 = tail call spir_func target("spirv.CooperativeVectorNV", float, 4) @_Z25__spirv_VectorTimesScalarPU3AS136__spirv_CooperativeVectorNV__float_4f(target("spirv.CooperativeVectorNV", float, 4) %1, float 2.000000e+00)
  tail call spir_func void @_Z32__spirv_CooperativeVectorStoreNVPU4AS1111spirv.arrayjPU3AS136__spirv_CooperativeVectorNV__float_4(ptr addrspace(11) @0, i32 64, target("spirv.CooperativeVectorNV", float, 4) %2)
  ret void
}
declare spir_func target("spirv.CooperativeVectorNV", float, 4) @_Z31__spirv_CooperativeVectorLoadNVPU4AS1111spirv.arrayj(ptr addrspace(11), i32) local_unnamed_addr #1
declare spir_func target("spirv.CooperativeVectorNV", float, 4) @_Z25__spirv_VectorTimesScalarPU3AS136__spirv_CooperativeVectorNV__float_4f(target("spirv.CooperativeVectorNV", float, 4), float) local_unnamed_addr #2
declare spir_func void @_Z32__spirv_CooperativeVectorStoreNVPU4AS1111spirv.arrayjPU3AS136__spirv_CooperativeVectorNV__float_4(ptr addrspace(11), i32, target("spirv.CooperativeVectorNV", float, 4)) local_unnamed_addr #1
attributes #0 = { nounwind "hlsl.numthreads"="1,1,1" "hlsl.shader"="compute" }
attributes #1 = { nounwind }
attributes #2 = { nofree nosync nounwind memory(none) }
!spirv.EntryPoint = !{!3}
!spirv.ExecutionMode = !{!4}
!spirv.MemoryModel = !{!5}
!spirv.Capability = !{!6, !7, !8}
!spirv.Struct = !{!9}
!spirv.Generator = !{!15}
!spirv.Extension = !{!16}
!0 = !{!1, !2}
!1 = !{i32 34, i32 0}
!2 = !{i32 33, i32 0}
!3 = !{i32 5, ptr @main, !"main", ptr addrspace(11) @0}
!4 = !{ptr @main, i32 17, i32 1, i32 1, i32 1}
!5 = !{i32 0, i32 3}
!6 = !{i32 1}
!7 = !{i32 5345}
!8 = !{i32 5394}
!9 = !{%struct poison, !"", !10, !12}
!10 = !{!11}
!11 = !{i32 2}
!12 = !{i32 0, !"", !13}
!13 = !{!14}
!14 = !{i32 35, i32 0}
!15 = !{i16 7, i16 0}
!16 = !{!"SPV_NV_cooperative_vector"}
