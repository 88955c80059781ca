; A variable index into an array of a structure that a longer one follows: the address is within the first one. Then one that is
; counted from 1 on, whose constant part leads into the array before it.
; RUN: forward
target triple = "spirv1.3-unknown-vulkan1.1-compute"

%Block = type { [2 x <2 x float>], [6 x <2 x float>], [1 x <2 x float>], [8 x <2 x float>] }

@data = external addrspace(11) global %Block, !spirv.Decorations !0
@index = external addrspace(7) constant i32, !spirv.Decorations !1

define void @main() #0 {
  %i = load i32, ptr addrspace(7) @index, align 4
  %short = and i32 %i, 1
  %bytes = shl i32 %short, 3
  %second = getelementptr i8, ptr addrspace(11) @data, i32 4
  %in.first = getelementptr i8, ptr addrspace(11) %second, i32 %bytes
  %a = load float, ptr addrspace(11) %in.first, align 4
  %from.one = shl i32 %i, 3
  %before = getelementptr i8, ptr addrspace(11) @data, i32 64
  %in.last = getelementptr i8, ptr addrspace(11) %before, i32 %from.one
  store float %a, ptr addrspace(11) %in.last, align 4
  ret void
}

attributes #0 = { "hlsl.shader"="compute" "hlsl.numthreads"="8,1,1" }

!spirv.Capability = !{!2}
!spirv.Struct = !{!3}

!0 = !{!4, !5}
!1 = !{!6}
!2 = !{i32 1}
!3 = !{%Block poison, !"Block", !7, !8, !9, !10, !11}
!4 = !{i32 34, i32 0}
!5 = !{i32 33, i32 0}
!6 = !{i32 11, i32 29}
!7 = !{!12}
!8 = !{i32 0, !"a", !13}
!9 = !{i32 1, !"b", !14}
!10 = !{i32 2, !"c", !15}
!11 = !{i32 3, !"d", !16}
!12 = !{i32 2}
!13 = !{!17}
!14 = !{!18}
!15 = !{!19}
!16 = !{!20}
!17 = !{i32 35, i32 0}
!18 = !{i32 35, i32 16}
!19 = !{i32 35, i32 64}
!20 = !{i32 35, i32 72}
