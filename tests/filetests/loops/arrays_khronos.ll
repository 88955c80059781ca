; Khronos mode names the arrays whose accesses do not depend on each other between iterations: the pointer that an access begins at,
; or that it is loaded from, with a number of iterations or 0. Back, each access says the groups of the loops that it is in.
; RUN: forward khronos --spirv-ext=+SPV_INTEL_fpga_loop_controls
; RUN: roundtrip khronos --spirv-ext=+SPV_INTEL_fpga_loop_controls
; NO-VAL: SPIRV-Tools knows the number of arrays, and not the arrays
; COMPLAINT: Invalid instruction OpLoopMerge starting at word 280: expected no more operands after 6 words, but stated word count is 8.
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

define spir_func void @nested(ptr addrspace(1) %held, i64 %n) {
entry:
  %a = alloca [10 x i32], align 4
  %b = alloca [10 x i32], align 4
  br label %outer
outer:
  %i = phi i64 [ 0, %entry ], [ %i.next, %outer.end ]
  %first = getelementptr inbounds [10 x i32], ptr %a, i64 0, i64 %i, !llvm.index.group !0
  store i32 1, ptr %first, align 4
  br label %inner
inner:
  %j = phi i64 [ 0, %outer ], [ %j.next, %inner ]
  %second = getelementptr inbounds [10 x i32], ptr %b, i64 0, i64 %j, !llvm.index.group !1
  store i32 2, ptr %second, align 4
  %both = getelementptr inbounds [10 x i32], ptr %a, i64 0, i64 %j, !llvm.index.group !2
  store i32 3, ptr %both, align 4
  %loaded = load ptr addrspace(4), ptr addrspace(1) %held, align 8
  %third = getelementptr inbounds i32, ptr addrspace(4) %loaded, i64 %j, !llvm.index.group !3
  store i32 4, ptr addrspace(4) %third, align 4
  %j.next = add i64 %j, 1
  %j.more = icmp ult i64 %j.next, %n
  br i1 %j.more, label %inner, label %outer.end, !llvm.loop !4
outer.end:
  %i.next = add i64 %i, 1
  %i.more = icmp ult i64 %i.next, %n
  br i1 %i.more, label %outer, label %end, !llvm.loop !8
end:
  ret void
}

; A group that no access is of names nothing.
define spir_func void @nothing(i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %end, !llvm.loop !10
end:
  ret void
}

!0 = distinct !{}
!1 = distinct !{}
!2 = !{!0, !1}
!3 = distinct !{}
!4 = distinct !{!4, !5, !6, !7}
!5 = !{!"llvm.loop.unroll.count", i32 2}
!6 = !{!"llvm.loop.parallel_access_indices", !1, i32 5}
!7 = !{!"llvm.loop.parallel_access_indices", !3}
!8 = distinct !{!8, !9, !12}
!9 = !{!"llvm.loop.parallel_access_indices", !0}
!10 = distinct !{!10, !11}
!11 = !{!"llvm.loop.parallel_access_indices", !13}
!12 = !{!"llvm.loop.ii.count", i32 1}
!13 = distinct !{}
