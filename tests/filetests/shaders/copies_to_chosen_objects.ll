; A copy to an object that a select chooses: a member of one variable, or the only member of another, which has its address.
; RUN: forward
; ENV: vulkan1.2
target datalayout = "e-p:32:32-p5349:64:64-i64:64-v24:8-v48:16-v96:32-v192:64-n8:16:32-G10"
target triple = "spirv-unknown-vulkan1.3-compute"

%struct = type { [32 x i32] }
%struct.0 = type { [16 x i32] }
%struct.1 = type <{ [64 x i8], [16 x i32] }>
%struct.2 = type { i32, i32 }

@0 = external local_unnamed_addr addrspace(3) global %struct, !spirv.Decorations !0
@1 = external local_unnamed_addr addrspace(3) global %struct.0, !spirv.Decorations !0
@2 = external local_unnamed_addr addrspace(3) global %struct.1, !spirv.Decorations !0
@3 = external local_unnamed_addr addrspace(11) global %struct.0, !spirv.Decorations !2
@4 = external local_unnamed_addr addrspace(11) global %struct.0, !spirv.Decorations !5
@5 = external local_unnamed_addr addrspace(11) global %struct, !spirv.Decorations !7
@6 = external local_unnamed_addr addrspace(7) constant i32, !spirv.Decorations !9
@7 = external local_unnamed_addr addrspace(13) constant %struct.2

; Function Attrs: nounwind
define void @main() local_unnamed_addr #0 {
  %1 = load i32, ptr addrspace(7) @6, align 4
  %2 = load i32, ptr addrspace(13) @7, align 4
  %3 = load i32, ptr addrspace(13) getelementptr inbounds nuw (i8, ptr addrspace(13) @7, i32 4), align 4
  %4 = icmp eq i32 %1, %2
  %5 = icmp eq i32 %1, %3
  %6 = or i1 %4, %5
  br i1 %6, label %7, label %11, !spirv.SelectionMerge !37, !spirv.Merge !38

7:                                                ; preds = %0
  %8 = select i1 %5, ptr addrspace(11) @4, ptr addrspace(11) null
  %9 = select i1 %4, ptr addrspace(11) @3, ptr addrspace(11) %8
  %10 = select i1 %4, ptr addrspace(3) @1, ptr addrspace(3) getelementptr inbounds nuw (i8, ptr addrspace(3) @2, i32 64)
  tail call void @llvm.memcpy.p3.p11.i32(ptr addrspace(3) noundef align 1 dereferenceable(64) %10, ptr addrspace(11) noundef align 4 dereferenceable(64) %9, i32 64, i1 false)
  br label %11

11:                                               ; preds = %7, %0
  tail call spir_func void @_Z22__spirv_ControlBarrierjjj(i32 2, i32 2, i32 0)
  br i1 %4, label %12, label %13, !spirv.SelectionMerge !40, !spirv.Merge !41

12:                                               ; preds = %11
  tail call void @llvm.memcpy.p11.p3.i32(ptr addrspace(11) noundef align 4 dereferenceable(128) @5, ptr addrspace(3) noundef align 4 dereferenceable(128) @0, i32 128, i1 false)
  br label %13

13:                                               ; preds = %12, %11
  ret void, !spirv.Merge !42
}

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p3.p11.i32(ptr addrspace(3) noalias writeonly captures(none), ptr addrspace(11) noalias readonly captures(none), i32, i1 immarg) #1

; Function Attrs: convergent nounwind
declare spir_func void @_Z22__spirv_ControlBarrierjjj(i32, i32, i32) local_unnamed_addr #2

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p11.p3.i32(ptr addrspace(11) noalias writeonly captures(none), ptr addrspace(3) noalias readonly captures(none), i32, i1 immarg) #1

attributes #0 = { nounwind "hlsl.numthreads"="32,4,1" "hlsl.shader"="compute" }
attributes #1 = { nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { convergent nounwind }

!spirv.EntryPoint = !{!11}
!spirv.ExecutionMode = !{!12}
!spirv.Version = !{!13}
!spirv.MemoryModel = !{!14}
!spirv.Capability = !{!15, !16, !17, !18, !16, !17}
!spirv.Struct = !{!19, !25, !26, !30}
!spirv.Generator = !{!34}
!spirv.Extension = !{!35, !36}

!0 = !{!1}
!1 = !{i32 20}
!2 = !{!3, !4}
!3 = !{i32 34, i32 0}
!4 = !{i32 33, i32 0}
!5 = !{!3, !6}
!6 = !{i32 33, i32 1}
!7 = !{!3, !8}
!8 = !{i32 33, i32 2}
!9 = !{!10}
!10 = !{i32 11, i32 29}
!11 = !{i32 5, ptr @main, !"main", ptr addrspace(7) @6, ptr addrspace(13) @7, ptr addrspace(11) @3, ptr addrspace(11) @4, ptr addrspace(11) @5, ptr addrspace(3) @0, ptr addrspace(3) @1, ptr addrspace(3) @2}
!12 = !{ptr @main, i32 17, i32 32, i32 4, i32 1}
!13 = !{i32 1, i32 4}
!14 = !{i32 0, i32 1}
!15 = !{i32 1}
!16 = !{i32 4428}
!17 = !{i32 4442}
!18 = !{i32 5301}
!19 = !{%struct poison, !"", !20, !22}
!20 = !{!21}
!21 = !{i32 2}
!22 = !{i32 0, !"", !23}
!23 = !{!24}
!24 = !{i32 35, i32 0}
!25 = !{%struct.0 poison, !"", !20, !22}
!26 = !{%struct.1 poison, !"", !20, !27}
!27 = !{i32 1, !"", !28}
!28 = !{!29}
!29 = !{i32 35, i32 64}
!30 = !{%struct.2 poison, !"", !20, !22, !31}
!31 = !{i32 1, !"", !32}
!32 = !{!33}
!33 = !{i32 35, i32 4}
!34 = !{i16 7, i16 0}
!35 = !{!"SPV_KHR_workgroup_memory_explicit_layout"}
!36 = !{!"SPV_EXT_descriptor_indexing"}
!37 = distinct !{i32 0}
!38 = !{!39}
!39 = distinct !{i32 0}
!40 = distinct !{i32 0}
!41 = !{!37}
!42 = !{!40}
