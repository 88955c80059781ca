; What passes load piece by piece and put together again has no signs: a copy to a structure whose integers have some goes by
; its parts, since OpCopyLogical copies between types that differ in decorations alone.
; RUN: forward
; ENV: vulkan1.3
target triple = "spirv1.6-unknown-vulkan1.3-compute"
%U = type { %P.0 }
%P.0 = type { [2 x i32], float }
%B = type { %P.1, i32 }
%P.1 = type { [2 x i32], float }
%P = type <{ [2 x i32], float }>
@0 = external local_unnamed_addr addrspace(13) constant %U
@1 = external local_unnamed_addr addrspace(11) global %B, !spirv.Decorations !0
define void @main() local_unnamed_addr #0 {
  %.unpack.unpack = load i32, ptr addrspace(13) @0, align 4
  %1 = insertvalue [2 x i32] poison, i32 %.unpack.unpack, 0
  %.unpack.unpack5 = load i32, ptr addrspace(13) getelementptr inbounds nuw (i8, ptr addrspace(13) @0, i32 4), align 4
  %.unpack6 = insertvalue [2 x i32] %1, i32 %.unpack.unpack5, 1
  %2 = insertvalue %P.0 poison, [2 x i32] %.unpack6, 0
  %.unpack4 = load float, ptr addrspace(13) getelementptr inbounds nuw (i8, ptr addrspace(13) @0, i32 8), align 4
  %3 = insertvalue %P.0 %2, float %.unpack4, 1
  %4 = tail call spir_func %P @_Z19__spirv_CopyLogical3P.0(%P.0 %3)
  %.fca.1.extract = extractvalue %P %4, 1
  %5 = load i32, ptr addrspace(11) getelementptr inbounds nuw (i8, ptr addrspace(11) @1, i32 12), align 4
  %6 = icmp sgt i32 %5, 3
  %spec.select = select i1 %6, float 2.000000e+00, float %.fca.1.extract
  %.fca.1.insert = insertvalue %P %4, float %spec.select, 1
  %7 = tail call spir_func %P.1 @_Z19__spirv_CopyLogical1P(%P %.fca.1.insert)
  %.elt = extractvalue %P.1 %7, 0
  %.elt.elt = extractvalue [2 x i32] %.elt, 0
  store i32 %.elt.elt, ptr addrspace(11) @1, align 4
  %.elt.elt8 = extractvalue [2 x i32] %.elt, 1
  store i32 %.elt.elt8, ptr addrspace(11) getelementptr inbounds nuw (i8, ptr addrspace(11) @1, i32 4), align 4
  %.elt7 = extractvalue %P.1 %7, 1
  store float %.elt7, ptr addrspace(11) getelementptr inbounds nuw (i8, ptr addrspace(11) @1, i32 8), align 4
  ret void, !spirv.Merge !33
}
declare spir_func %P @_Z19__spirv_CopyLogical3P.0(%P.0) local_unnamed_addr #1
declare spir_func %P.1 @_Z19__spirv_CopyLogical1P(%P) local_unnamed_addr #1
attributes #0 = { nounwind "hlsl.shader"="compute" }
attributes #1 = { nounwind }
!spirv.EntryPoint = !{!3}
!spirv.ExecutionMode = !{!4}
!spirv.MemoryModel = !{!5}
!spirv.Source = !{!6}
!spirv.Capability = !{!7}
!spirv.Struct = !{!8, !14, !22, !26, !27}
!spirv.Generator = !{!32}
!0 = !{!1, !2}
!1 = !{i32 34, i32 0}
!2 = !{i32 33, i32 0}
!3 = !{i32 5, ptr @main, !"main", ptr addrspace(13) @0, ptr addrspace(11) @1}
!4 = !{ptr @main, i32 38, i32 1, i32 1, i32 1}
!5 = !{i32 0, i32 1}
!6 = !{i32 2, i32 450}
!7 = !{i32 1}
!8 = !{%P poison, !"P", !9, !10, !13}
!9 = !{}
!10 = !{i32 0, !"s", !9, !11}
!11 = !{!"array", i32 0, !12, null}
!12 = !{!"signed"}
!13 = !{i32 1, !"f", !9}
!14 = !{%P.0 poison, !"P", !9, !15, !19}
!15 = !{i32 0, !"s", !16, !18}
!16 = !{!17}
!17 = !{i32 35, i32 0}
!18 = !{!"array", i32 4, !12, null}
!19 = !{i32 1, !"f", !20}
!20 = !{!21}
!21 = !{i32 35, i32 8}
!22 = !{%U poison, !"U", !23, !25}
!23 = !{!24}
!24 = !{i32 2}
!25 = !{i32 0, !"p", !16}
!26 = !{%P.1 poison, !"P", !9, !15, !19}
!27 = !{%B poison, !"B", !23, !28, !29}
!28 = !{i32 0, !"q", !16}
!29 = !{i32 1, !"n", !30, !12}
!30 = !{!31}
!31 = !{i32 35, i32 12}
!32 = !{i16 8, i16 11}
!33 = !{!34}
!34 = distinct !{i32 0}
