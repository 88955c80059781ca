; With `VariablePointersStorageBuffer` alone, pointers may be chosen from those to one buffer, not from those to two, whose elements are
; chosen instead.
; RUN: forward
; ENV: vulkan1.3
target triple = "spirv-unknown-vulkan1.3-compute"
%buffer = type { [0 x float] }
@a = external addrspace(11) global %buffer, !spirv.Decorations !1
@b = external addrspace(11) global %buffer, !spirv.Decorations !4
@out = external addrspace(11) global %buffer, !spirv.Decorations !6
@id = external addrspace(7) constant i32, !spirv.Decorations !8
define void @main() #0 {
  %n = load i32, ptr addrspace(7) @id
  %c = icmp eq i32 %n, 0
  %two = select i1 %c, ptr addrspace(11) @a, ptr addrspace(11) @b
  %x = load float, ptr addrspace(11) %two
  %first = getelementptr %buffer, ptr addrspace(11) @a, i32 0, i32 0, i32 1
  %second = getelementptr %buffer, ptr addrspace(11) @a, i32 0, i32 0, i32 %n
  %one = select i1 %c, ptr addrspace(11) %first, ptr addrspace(11) %second
  %y = load float, ptr addrspace(11) %one
  %z = fadd float %x, %y
  %p = getelementptr %buffer, ptr addrspace(11) @out, i32 0, i32 0, i32 %n
  store float %z, ptr addrspace(11) %p
  ret void
}
attributes #0 = { "hlsl.numthreads"="8,1,1" "hlsl.shader"="compute" }
!spirv.Capability = !{!10, !11}
!spirv.Struct = !{!12}
!1 = !{!2, !3}
!2 = !{i32 34, i32 0}
!3 = !{i32 33, i32 0}
!4 = !{!2, !5}
!5 = !{i32 33, i32 1}
!6 = !{!2, !7}
!7 = !{i32 33, i32 2}
!8 = !{!9}
!9 = !{i32 11, i32 29}
!10 = !{i32 1}
!11 = !{i32 4441}
!12 = !{%buffer poison, !"", !13, !14}
!13 = !{!15}
!14 = !{i32 0, !"", !16, !17}
!15 = !{i32 2}
!16 = !{!18}
!17 = !{!"array", i32 4, i32 0, null}
!18 = !{i32 35, i32 0}
