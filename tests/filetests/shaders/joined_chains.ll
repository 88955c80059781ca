; The same member of several buffers of one array that passes choose, by indices that are no constants: a branch for each, whose index
; is the same for all invocations in it. Elements of one buffer are one chain, whose index is chosen.
; RUN: forward
; ENV: vulkan1.3
; NO-ROUND-TRIP: branches stand where the choices were
target datalayout = "e-p:32:32-p5349:64:64-i64:64-v24:8-v48:16-v96:32-v192:64-n8:16:32-G10"
target triple = "spirv1.6-unknown-vulkan1.3-compute"

%B = type { i32, [3 x i32] }

@b = external addrspace(11) global [4 x %B], !spirv.Type !0, !spirv.Decorations !2

; Function Attrs: mustprogress nofree nosync nounwind willreturn memory(readwrite, inaccessiblemem: none, target_mem0: none, target_mem1: none)
define void @main() #0 {
entry:
  %number = call spir_func ptr addrspace(11) @_Z19__spirv_AccessChainPU4AS1111spirv.arrayii(ptr addrspace(11) @b, i32 0, i32 0), !spirv.Type !22
  %n = load i32, ptr addrspace(11) %number, align 4
  %first = call spir_func ptr addrspace(11) @_Z19__spirv_AccessChainPU4AS1111spirv.arrayiii(ptr addrspace(11) @b, i32 %n, i32 1, i32 0), !spirv.Type !22
  %c = icmp eq i32 %n, 0
  br i1 %c, label %yes, label %end, !spirv.SelectionMerge !23
yes:
  %m = load i32, ptr addrspace(11) %first, align 4
  %second = call spir_func ptr addrspace(11) @_Z19__spirv_AccessChainPU4AS1111spirv.arrayiii(ptr addrspace(11) @b, i32 %m, i32 1, i32 2), !spirv.Type !22
  br label %end
end:
  %chosen = phi ptr addrspace(11) [ %first, %entry ], [ %second, %yes ]
  %stored = phi i32 [ %n, %entry ], [ %m, %yes ]
  %more = add i32 %stored, 1
  store i32 %more, ptr addrspace(11) %chosen, align 4
  %third = call spir_func ptr addrspace(11) @_Z19__spirv_AccessChainPU4AS1111spirv.arrayiii(ptr addrspace(11) @b, i32 %n, i32 1, i32 %n), !spirv.Type !22
  %fourth = call spir_func ptr addrspace(11) @_Z19__spirv_AccessChainPU4AS1111spirv.arrayiii(ptr addrspace(11) @b, i32 %n, i32 1, i32 2), !spirv.Type !22
  %one = select i1 %c, ptr addrspace(11) %third, ptr addrspace(11) %fourth
  store i32 %n, ptr addrspace(11) %one, align 4
  ret void, !spirv.Merge !24
}

declare spir_func ptr addrspace(11) @_Z19__spirv_AccessChainPU4AS1111spirv.arrayii(ptr addrspace(11), i32, i32) local_unnamed_addr #1

declare spir_func ptr addrspace(11) @_Z19__spirv_AccessChainPU4AS1111spirv.arrayiii(ptr addrspace(11), i32, i32, i32) local_unnamed_addr #1

attributes #0 = { nounwind "hlsl.shader"="compute" }
attributes #1 = { mustprogress nofree nosync nounwind speculatable willreturn memory(none) }

!spirv.EntryPoint = !{!5}
!spirv.ExecutionMode = !{!6}
!spirv.MemoryModel = !{!7}
!spirv.Source = !{!8}
!spirv.Capability = !{!9}
!spirv.Struct = !{!10}
!spirv.Generator = !{!21}

!0 = !{!"array", i32 0, !1, null}
!1 = !{}
!2 = !{!3, !4}
!3 = !{i32 34, i32 0}
!4 = !{i32 33, i32 0}
!5 = !{i32 5, ptr @main, !"main", ptr addrspace(11) @b}
!6 = !{ptr @main, i32 38, i32 1, i32 1, i32 1}
!7 = !{i32 0, i32 1}
!8 = !{i32 2, i32 450}
!9 = !{i32 1}
!10 = !{%B poison, !"B", !11, !13, !17}
!11 = !{!12}
!12 = !{i32 2}
!13 = !{i32 0, !"n", !14, !16}
!14 = !{!15}
!15 = !{i32 35, i32 0}
!16 = !{!"signed"}
!17 = !{i32 1, !"m", !18, !20}
!18 = !{!19}
!19 = !{i32 35, i32 4}
!20 = !{!"array", i32 4, !16, null}
!21 = !{i16 8, i16 11}
!22 = !{!"pointee", i32 poison, !16}
!23 = distinct !{i32 0}
!24 = !{!23}
