; Copies and fills of a computed length, which LLVM makes of loops: loops again, from the end where the bytes move up.
; RUN: forward
; ENV: vulkan1.3
target triple = "spirv1.6-unknown-vulkan1.3-compute"
%A = type { i32, [0 x i32] }
%B = type { [0 x <4 x float>] }
%C = type { [0 x <4 x float>] }
%E = type { [0 x i8] }
@0 = external local_unnamed_addr addrspace(11) global %A, !spirv.Decorations !0
@1 = external local_unnamed_addr addrspace(11) global %B, !spirv.Decorations !3
@2 = external local_unnamed_addr addrspace(11) global %C, !spirv.Decorations !5
@3 = external local_unnamed_addr addrspace(11) global %E, !spirv.Decorations !7
define void @main() local_unnamed_addr #0 {
  %1 = load i32, ptr addrspace(11) @0, align 4
  %.not33 = icmp eq i32 %1, 0
  br i1 %.not33, label %._crit_edge32, label %.lr.ph31.preheader
.lr.ph31.preheader:                               ; preds = %0
  %2 = shl nuw i32 %1, 4
  tail call void @llvm.memcpy.p11.p11.i32(ptr addrspace(11) align 16 @1, ptr addrspace(11) align 16 @2, i32 %2, i1 false)
  %3 = shl nuw i32 %1, 2
  tail call void @llvm.memmove.p11.p11.i32(ptr addrspace(11) nonnull align 4 getelementptr inbounds nuw (i8, ptr addrspace(11) @0, i32 4), ptr addrspace(11) align 4 getelementptr (i8, ptr addrspace(11) @0, i32 8), i32 %3, i1 false)
  %4 = shl nuw i32 %1, 2
  tail call void @llvm.memmove.p11.p11.i32(ptr addrspace(11) align 4 getelementptr (i8, ptr addrspace(11) @0, i32 8), ptr addrspace(11) nonnull align 4 getelementptr inbounds nuw (i8, ptr addrspace(11) @0, i32 4), i32 %4, i1 false)
  %5 = getelementptr %E, ptr addrspace(11) @3, i32 0, i32 0, i32 %1
  %6 = load i8, ptr addrspace(11) %5, align 1
  tail call void @llvm.memset.p11.i32(ptr addrspace(11) align 1 @3, i8 %6, i32 %1, i1 false)
  br label %._crit_edge32
._crit_edge32:                                    ; preds = %0, %.lr.ph31.preheader
  ret void, !spirv.Merge !34
}
declare void @llvm.memset.p11.i32(ptr addrspace(11) writeonly captures(none), i8, i32, i1 immarg) #1
declare void @llvm.memcpy.p11.p11.i32(ptr addrspace(11) noalias writeonly captures(none), ptr addrspace(11) noalias readonly captures(none), i32, i1 immarg) #2
declare void @llvm.memmove.p11.p11.i32(ptr addrspace(11) writeonly captures(none), ptr addrspace(11) readonly captures(none), i32, i1 immarg) #2
attributes #0 = { mustprogress nofree norecurse nosync nounwind willreturn memory(readwrite, argmem: none, inaccessiblemem: none, target_mem0: none, target_mem1: none) "hlsl.shader"="compute" }
attributes #1 = { nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #2 = { nocallback nofree nounwind willreturn memory(argmem: readwrite) }
!spirv.EntryPoint = !{!9}
!spirv.ExecutionMode = !{!10}
!spirv.MemoryModel = !{!11}
!spirv.Source = !{!12}
!spirv.SourceExtension = !{!13, !14}
!spirv.Capability = !{!15, !16, !17, !17}
!spirv.Struct = !{!18, !27, !29, !31}
!spirv.Generator = !{!33}
!0 = !{!1, !2}
!1 = !{i32 34, i32 0}
!2 = !{i32 33, i32 0}
!3 = !{!1, !4}
!4 = !{i32 33, i32 1}
!5 = !{!1, !6}
!6 = !{i32 33, i32 2}
!7 = !{!1, !8}
!8 = !{i32 33, i32 4}
!9 = !{i32 5, ptr @main, !"main", ptr addrspace(11) @0, ptr addrspace(11) @1, ptr addrspace(11) @2, ptr addrspace(11) @3}
!10 = !{ptr @main, i32 38, i32 1, i32 1, i32 1}
!11 = !{i32 0, i32 1}
!12 = !{i32 2, i32 450}
!13 = !{!"GL_EXT_shader_8bit_storage"}
!14 = !{!"GL_EXT_shader_explicit_arithmetic_types_int8"}
!15 = !{i32 1}
!16 = !{i32 39}
!17 = !{i32 4448}
!18 = !{%A poison, !"A", !19, !21, !24}
!19 = !{!20}
!20 = !{i32 2}
!21 = !{i32 0, !"n", !22}
!22 = !{!23}
!23 = !{i32 35, i32 0}
!24 = !{i32 1, !"a", !25}
!25 = !{!26}
!26 = !{i32 35, i32 4}
!27 = !{%B poison, !"B", !19, !28}
!28 = !{i32 0, !"b", !22}
!29 = !{%C poison, !"C", !19, !30}
!30 = !{i32 0, !"c", !22}
!31 = !{%E poison, !"E", !19, !32}
!32 = !{i32 0, !"e", !22}
!33 = !{i16 8, i16 11}
!34 = !{!35}
!35 = distinct !{i32 0}
