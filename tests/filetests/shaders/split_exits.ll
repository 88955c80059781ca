; Marks that passes kept though they hold no more. In @behind a block stands between the back edge of a loop and its merge
; block; in @shared a selection has a branch of its own to what the selection around it has, too.
; RUN: forward
; ENV: vulkan1.2
; NO-ROUND-TRIP: marks that are made anew
target datalayout = "e-p:32:32-p5349:64:64-i64:64-v24:8-v48:16-v96:32-v192:64-n8:16:32-G10"
target triple = "spirv1.5-unknown-vulkan1.2-compute"

@n = external addrspace(7) constant i32, !spirv.Decorations !0

define internal i32 @behind(i32 %n) {
entry:
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %next, %target ]
  %leaves = icmp eq i32 %i, %n
  br i1 %leaves, label %merge, label %target, !spirv.LoopMerge !2
target:
  %next = add i32 %i, 1
  %again = icmp ult i32 %next, 8
  br i1 %again, label %head, label %behind, !spirv.Continue !3
behind:
  br label %merge
merge:
  %r = phi i32 [ %i, %head ], [ 7, %behind ]
  ret i32 %r, !spirv.Merge !3
}

define internal i32 @shared(i32 %n) {
entry:
  %a = icmp ult i32 %n, 4
  br i1 %a, label %both, label %second, !spirv.SelectionMerge !4
second:
  %b = icmp ult i32 %n, 8
  br i1 %b, label %one, label %both
both:
  br label %merge
one:
  br label %merge
merge:
  %r = phi i32 [ 1, %one ], [ 2, %both ]
  ret i32 %r, !spirv.Merge !5
}

define void @main() #0 {
  %n = load i32, ptr addrspace(7) @n
  %a = call i32 @behind(i32 %n)
  %b = call i32 @shared(i32 %a)
  ret void
}

attributes #0 = { "hlsl.shader"="compute" "hlsl.numthreads"="1,1,1" }
!0 = !{!1}
!1 = !{i32 11, i32 29}
!2 = distinct !{i32 0}
!3 = !{!2}
!4 = distinct !{i32 0}
!5 = !{!4}
