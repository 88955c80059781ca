; A choice of a specialization constant that nothing used before: its sign is known from its note.
; RUN: forward
; ENV: vulkan1.1
target datalayout = "e-p:32:32-p5349:64:64-i64:64-v24:8-v48:16-v96:32-v192:64-n8:16:32-G10"
target triple = "spirv-unknown-vulkan1.3-compute"

%P = type { i32, i32 }
%O = type { [4 x i32] }

@p = external local_unnamed_addr addrspace(13) constant %P
@0 = external local_unnamed_addr addrspace(12) global %O, !spirv.Decorations !0

; Function Attrs: nofree nosync nounwind memory(write, argmem: none, inaccessiblemem: none, target_mem0: none, target_mem1: none)
define void @main() local_unnamed_addr #0 {
  %A = tail call spir_func i32 @_Z20__spirv_SpecConstantii(i32 0, i32 0), !spirv.Type !15
  %1 = load i32, ptr addrspace(13) @p, align 4
  %2 = load i32, ptr addrspace(13) getelementptr inbounds nuw (i8, ptr addrspace(13) @p, i32 4), align 4
  %3 = icmp eq i32 %2, 1
  %spec.store.select = select i1 %3, i32 %A, i32 %1
  %4 = icmp eq i32 %spec.store.select, 0
  br i1 %4, label %5, label %6, !spirv.SelectionMerge !31, !spirv.Merge !32

5:                                                ; preds = %0
  store i32 1, ptr addrspace(12) @0, align 4
  br label %7

6:                                                ; preds = %0
  store i32 3, ptr addrspace(12) getelementptr inbounds nuw (i8, ptr addrspace(12) @0, i32 4), align 4
  br label %7

7:                                                ; preds = %6, %5
  ret void, !spirv.Merge !34
}

; Function Attrs: nofree nosync nounwind memory(none)
declare spir_func i32 @_Z20__spirv_SpecConstantii(i32, i32) local_unnamed_addr #1

attributes #0 = { nofree nosync nounwind memory(write, argmem: none, inaccessiblemem: none, target_mem0: none, target_mem1: none) "hlsl.numthreads"="1,1,1" "hlsl.shader"="compute" }
attributes #1 = { nofree nosync nounwind memory(none) }

!spirv.EntryPoint = !{!3}
!spirv.ExecutionMode = !{!4}
!spirv.Version = !{!5}
!spirv.MemoryModel = !{!6}
!spirv.Source = !{!7}
!spirv.Capability = !{!8}
!spirv.Struct = !{!9, !19}
!spirv.Constant = !{!24}
!spirv.Generator = !{!28}
!spirv.SpecConstants = !{!29}

!0 = !{!1, !2}
!1 = !{i32 34, i32 0}
!2 = !{i32 33, i32 0}
!3 = !{i32 5, ptr @main, !"main"}
!4 = !{ptr @main, i32 17, i32 1, i32 1, i32 1}
!5 = !{i32 1, i32 0}
!6 = !{i32 0, i32 1}
!7 = !{i32 2, i32 450}
!8 = !{i32 1}
!9 = !{%P poison, !"P", !10, !12, !16}
!10 = !{!11}
!11 = !{i32 2}
!12 = !{i32 0, !"i", !13, !15}
!13 = !{!14}
!14 = !{i32 35, i32 0}
!15 = !{!"signed"}
!16 = !{i32 1, !"j", !17, !15}
!17 = !{!18}
!18 = !{i32 35, i32 4}
!19 = !{%O poison, !"O", !20, !22}
!20 = !{!21}
!21 = !{i32 3}
!22 = !{i32 0, !"x", !13, !23}
!23 = !{!"array", i32 4, !15, null}
!24 = !{<3 x i32> splat (i32 1), !"", !25, !27}
!25 = !{!26}
!26 = !{i32 11, i32 25}
!27 = !{}
!28 = !{i16 8, i16 11}
!29 = !{!"SpecConstant", i32 0, !"A", !30, !15}
!30 = !{!5}
!31 = distinct !{i32 0}
!32 = !{!33}
!33 = distinct !{i32 0}
!34 = !{!31}
