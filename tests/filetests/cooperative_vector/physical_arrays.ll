; Loads and stores at addresses of PhysicalStorageBuffer, from which passes dropped the cast to a pointer to an array.
; RUN: forward
; ENV: vulkan1.3
target datalayout = "e-p:32:32-p5349:64:64-i64:64-v24:8-v48:16-v96:32-v192:64-n8:16:32-G10"
target triple = "spirv1.5-unknown-vulkan1.3-compute"
%params = type { ptr addrspace(5349), ptr addrspace(5349) }
@0 = external local_unnamed_addr addrspace(12) constant %params, !spirv.Decorations !0
define void @main() local_unnamed_addr #0 {
  %1 = load ptr addrspace(5349), ptr addrspace(12) @0, align 8
  %2 = tail call spir_func target("spirv.SignedCooperativeVectorNV", i32, 4) @_Z31__spirv_CooperativeVectorLoadNVPU6AS534918spirv.array.signedijj(ptr addrspace(5349) %1, i32 0, i32 2, i32 16)
  %3 = getelementptr i8, ptr addrspace(5349) %1, i64 16
  %4 = tail call spir_func target("spirv.SignedCooperativeVectorNV", i32, 4) @_Z31__spirv_CooperativeVectorLoadNVPU6AS534918spirv.array.signedijj(ptr addrspace(5349) %3, i32 16, i32 2, i32 16)
  %5 = load ptr addrspace(5349), ptr addrspace(12) getelementptr inbounds nuw (i8, ptr addrspace(12) @0, i32 8), align 8
  %6 = tail call spir_func target("spirv.CooperativeVectorNV", half, 8) @_Z31__spirv_CooperativeVectorLoadNVPU6AS534911spirv.arrayjjj(ptr addrspace(5349) %5, i32 0, i32 2, i32 16)
  %7 = getelementptr i8, ptr addrspace(5349) %5, i64 32
  tail call spir_func void @_Z32__spirv_CooperativeVectorStoreNVPU6AS534918spirv.array.signediPU3AS141__spirv_SignedCooperativeVectorNV__uint_4jj(ptr addrspace(5349) %5, i32 0, target("spirv.SignedCooperativeVectorNV", i32, 4) %4, i32 2, i32 16)
  tail call spir_func void @_Z32__spirv_CooperativeVectorStoreNVPU6AS534918spirv.array.signediPU3AS141__spirv_SignedCooperativeVectorNV__uint_4jj(ptr addrspace(5349) %5, i32 16, target("spirv.SignedCooperativeVectorNV", i32, 4) %2, i32 2, i32 16)
  tail call spir_func void @_Z32__spirv_CooperativeVectorStoreNVPU6AS534911spirv.arrayjPU3AS135__spirv_CooperativeVectorNV__half_8jj(ptr addrspace(5349) %7, i32 0, target("spirv.CooperativeVectorNV", half, 8) %6, i32 2, i32 16)
  ret void
}
declare spir_func target("spirv.SignedCooperativeVectorNV", i32, 4) @_Z31__spirv_CooperativeVectorLoadNVPU6AS534918spirv.array.signedijj(ptr addrspace(5349), i32, i32, i32) local_unnamed_addr #1
declare spir_func target("spirv.CooperativeVectorNV", half, 8) @_Z31__spirv_CooperativeVectorLoadNVPU6AS534911spirv.arrayjjj(ptr addrspace(5349), i32, i32, i32) local_unnamed_addr #1
declare spir_func void @_Z32__spirv_CooperativeVectorStoreNVPU6AS534918spirv.array.signediPU3AS141__spirv_SignedCooperativeVectorNV__uint_4jj(ptr addrspace(5349), i32, target("spirv.SignedCooperativeVectorNV", i32, 4), i32, i32) local_unnamed_addr #1
declare spir_func void @_Z32__spirv_CooperativeVectorStoreNVPU6AS534911spirv.arrayjPU3AS135__spirv_CooperativeVectorNV__half_8jj(ptr addrspace(5349), i32, target("spirv.CooperativeVectorNV", half, 8), i32, i32) local_unnamed_addr #1
attributes #0 = { nounwind "hlsl.numthreads"="1,1,1" "hlsl.shader"="compute" }
attributes #1 = { nounwind }
!spirv.EntryPoint = !{!3}
!spirv.ExecutionMode = !{!4}
!spirv.MemoryModel = !{!5}
!spirv.Capability = !{!7, !8, !9, !10, !26}
!spirv.Struct = !{!11}
!spirv.Generator = !{!22}
!spirv.Extension = !{!23, !24, !25}
!0 = !{!1, !2}
!1 = !{i32 33, i32 0}
!2 = !{i32 34, i32 0}
!3 = !{i32 5, ptr @main, !"main", ptr addrspace(12) @0}
!4 = !{ptr @main, i32 17, i32 1, i32 1, i32 1}
!5 = !{i32 5348, i32 3}
!7 = !{i32 5347}
!8 = !{i32 5394}
!9 = !{i32 1}
!10 = !{i32 5345}
!11 = !{%params poison, !"params", !12, !14, !19}
!12 = !{!13}
!13 = !{i32 2}
!14 = !{i32 0, !"from", !15, !17}
!15 = !{!16}
!16 = !{i32 35, i32 0}
!17 = !{!"pointee", i32 poison, !18, i32 4}
!18 = !{!"signed"}
!19 = !{i32 1, !"to", !20, !17}
!20 = !{!21}
!21 = !{i32 35, i32 8}
!22 = !{i16 40, i16 0}
!23 = !{!"SPV_KHR_physical_storage_buffer"}
!24 = !{!"SPV_NV_cooperative_vector"}
!25 = !{!"SPV_KHR_vulkan_memory_model"}
!26 = !{i32 9}
