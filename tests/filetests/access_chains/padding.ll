; Bytes between the members of elements that an index counts: nothing is loaded or stored there, least of all in the
; members of others that the same index would lead to.
; RUN: forward
; ENV: vulkan1.2
; NO-ROUND-TRIP: chains come back as getelementptr from the type of the variable
target datalayout = "e-p:32:32-p5349:64:64-i64:64-v24:8-v48:16-v96:32-v192:64-n8:16:32-G10"
target triple = "spirv1.5-unknown-vulkan1.2-compute"

%block = type { [4 x %item], [0 x %spirv.stride.8] }
%item = type { float, <2 x float> }
%spirv.stride.8 = type <{ i32, [4 x i8] }>

@b = external addrspace(11) global %block, !spirv.Decorations !0
@n = external addrspace(7) constant i32, !spirv.Decorations !3

define void @main() #0 {
  %n = load i32, ptr addrspace(7) @n
  %i = and i32 %n, 3
  %from = load float, ptr addrspace(11) @b
  %between = load i8, ptr addrspace(11) getelementptr (i8, ptr addrspace(11) @b, i32 4)
  %offset = shl i32 %i, 4
  %to = getelementptr i8, ptr addrspace(11) @b, i32 %offset
  store float %from, ptr addrspace(11) %to
  %first = getelementptr i8, ptr addrspace(11) %to, i32 4
  store i8 %between, ptr addrspace(11) %first
  %last = getelementptr i8, ptr addrspace(11) %to, i32 6
  store i16 7, ptr addrspace(11) %last
  ret void
}

attributes #0 = { "hlsl.shader"="compute" "hlsl.numthreads"="1,1,1" }
!spirv.Struct = !{!5, !9}
!0 = !{!1, !2}
!1 = !{i32 34, i32 0}
!2 = !{i32 33, i32 0}
!3 = !{!4}
!4 = !{i32 11, i32 29}
!5 = !{%block poison, !"block", !6, !7, !8}
!6 = !{!13}
!7 = !{i32 0, !"items", !14}
!8 = !{i32 1, !"words", !15}
!9 = !{%item poison, !"item", !12, !10, !11}
!10 = !{i32 0, !"a", !14}
!11 = !{i32 1, !"b", !16}
!12 = !{}
!13 = !{i32 2}
!14 = !{!17}
!15 = !{!18}
!16 = !{!19}
!17 = !{i32 35, i32 0}
!18 = !{i32 35, i32 64}
!19 = !{i32 35, i32 8}
