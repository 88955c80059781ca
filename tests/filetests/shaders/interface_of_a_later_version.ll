; Entry points of a module below version 1.4, which list inputs and outputs alone, in one of 1.5: each lists all variables that it
; reaches, also by calls.
; RUN: forward
; ENV: vulkan1.2
target triple = "spirv1.5-unknown-vulkan1.2-compute"
%block = type { i32 }
@in = external addrspace(11) global %block, !spirv.Decorations !10
@out = external addrspace(11) global %block, !spirv.Decorations !12
@shared = external addrspace(3) global i32
@unused = external addrspace(11) global %block, !spirv.Decorations !14
@id = external addrspace(7) constant i32, !spirv.Decorations !16
define internal void @write(i32 %value) {
  store i32 %value, ptr addrspace(3) @shared
  store i32 %value, ptr addrspace(11) @out
  ret void
}
define void @first() #0 {
  %1 = load i32, ptr addrspace(11) @in
  call void @write(i32 %1)
  ret void
}
define void @second() #0 {
  %1 = load i32, ptr addrspace(7) @id
  store i32 %1, ptr addrspace(11) @in
  ret void
}
attributes #0 = { "hlsl.numthreads"="1,1,1" "hlsl.shader"="compute" }
!spirv.EntryPoint = !{!0, !1}
!spirv.ExecutionMode = !{!2, !3}
!spirv.MemoryModel = !{!4}
!spirv.Capability = !{!5}
!0 = !{i32 5, ptr @first, !"first"}
!1 = !{i32 5, ptr @second, !"second", ptr addrspace(7) @id}
!2 = !{ptr @first, i32 17, i32 1, i32 1, i32 1}
!3 = !{ptr @second, i32 17, i32 1, i32 1, i32 1}
!4 = !{i32 0, i32 1}
!5 = !{i32 1}
!10 = !{!11, !20}
!11 = !{i32 34, i32 0}
!12 = !{!13, !20}
!13 = !{i32 34, i32 1}
!14 = !{!15, !20}
!15 = !{i32 34, i32 2}
!16 = !{!17}
!17 = !{i32 11, i32 29}
!20 = !{i32 33, i32 0}
!spirv.Struct = !{!30}
!30 = !{%block poison, !"block", !31, !33}
!31 = !{!32}
!32 = !{i32 2}
!33 = !{i32 0, !"value", !34}
!34 = !{!35}
!35 = !{i32 35, i32 0}
