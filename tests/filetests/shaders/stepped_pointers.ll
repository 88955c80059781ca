; A variable pointer that a loop steps by bytes, from a block or from nowhere: its type has the stride of the elements.
; RUN: forward
; ENV: vulkan1.3
; NO-ROUND-TRIP: chains stand where the bytes were
target datalayout = "e-p:32:32-p5349:64:64-i64:64-v24:8-v48:16-v96:32-v192:64-n8:16:32-G10"
target triple = "spirv1.6-unknown-vulkan1.3-compute"
%B = type { [128 x i32], i32 }
@b = external addrspace(11) global %B, !spirv.Decorations !0
define void @main() "hlsl.shader"="compute" "hlsl.numthreads"="1,1,1" {
entry:
  %n = load i32, ptr addrspace(11) getelementptr (i8, ptr addrspace(11) @b, i32 512)
  %c = icmp eq i32 %n, 0
  %first = select i1 %c, ptr addrspace(11) null, ptr addrspace(11) @b
  %x = load i32, ptr addrspace(11) %first
  br label %loop
loop:
  %at = phi ptr addrspace(11) [ %first, %entry ], [ %next, %loop ]
  store i32 %x, ptr addrspace(11) %at
  %next = getelementptr i8, ptr addrspace(11) %at, i32 4
  %y = load i32, ptr addrspace(11) %next
  %again = icmp ne i32 %y, %n
  br i1 %again, label %loop, label %end
end:
  ret void
}
!spirv.Capability = !{!3, !4}
!spirv.Struct = !{!5}
!0 = !{!1, !2}
!1 = !{i32 34, i32 0}
!2 = !{i32 33, i32 0}
!3 = !{i32 1}
!4 = !{i32 4442}
!5 = !{%B poison, !"B", !6, !8, !11}
!6 = !{!7}
!7 = !{i32 2}
!8 = !{i32 0, !"a", !9, !13}
!9 = !{!10}
!10 = !{i32 35, i32 0}
!11 = !{i32 1, !"n", !12}
!12 = !{!15}
!13 = !{!"array", i32 4, !14, null}
!14 = !{!"signed"}
!15 = !{i32 35, i32 512}
