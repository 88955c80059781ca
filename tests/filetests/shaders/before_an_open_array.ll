; An index counts the elements of the array that holds the address, not those of an element that is so many bytes in front of
; an open array.
; RUN: forward
; ENV: vulkan1.3
; NO-ROUND-TRIP: addresses are counted in bytes
target datalayout = "e-p:32:32-p5349:64:64-i64:64-v24:8-v48:16-v96:32-v192:64-n8:16:32-G10"
target triple = "spirv1.6-unknown-vulkan1.3-compute"

%S = type { <4 x i32>, [5 x <4 x float>] }
%E = type { [36 x <2 x double>] }
%Block = type { [2 x %S], [24 x <4 x float>], [0 x %E] }

@block = external addrspace(11) global %Block, !spirv.Decorations !0

define void @main() #0 {
  %n = load i32, ptr addrspace(11) @block, align 4
  %i = and i32 %n, 1
  %from = getelementptr inbounds nuw %S, ptr addrspace(11) @block, i32 %i
  %x = load <4 x i32>, ptr addrspace(11) %from, align 16
  store <4 x i32> %x, ptr addrspace(11) @block, align 16
  ret void
}

attributes #0 = { "hlsl.numthreads"="1,1,1" "hlsl.shader"="compute" }

!spirv.Struct = !{!15, !19, !3}
!0 = !{!1, !2}
!1 = !{i32 34, i32 0}
!2 = !{i32 33, i32 0}
!3 = !{%Block poison, !"Block", !4, !6, !8, !10}
!4 = !{!5}
!5 = !{i32 2}
!6 = !{i32 0, !"some", !7}
!7 = !{!12}
!8 = !{i32 1, !"others", !9}
!9 = !{!13}
!10 = !{i32 2, !"open", !11}
!11 = !{!14}
!12 = !{i32 35, i32 0}
!13 = !{i32 35, i32 192}
!14 = !{i32 35, i32 576}
!15 = !{%S poison, !"S", !20, !6, !16}
!16 = !{i32 1, !"rest", !17}
!17 = !{!18}
!18 = !{i32 35, i32 16}
!19 = !{%E poison, !"E", !20, !6}
!20 = !{}
