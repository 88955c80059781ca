; Inserts into the padding of a structure, and what is taken out of it, which passes leave behind: no member is there.
; RUN: forward
; ENV: vulkan1.3
target triple = "spirv1.6-unknown-vulkan1.3-compute"
%B = type <{ i32, [4 x i8], float }>
@b = external addrspace(11) global %B, !spirv.Decorations !0
define void @main() "hlsl.shader"="compute" "hlsl.numthreads"="1,1,1" {
  %v = load %B, ptr addrspace(11) @b
  %p = extractvalue %B %v, 1
  %f = extractvalue %B %v, 2
  %a = insertvalue %B poison, i32 7, 0
  %c = insertvalue %B %a, [4 x i8] %p, 1
  %d = insertvalue %B %c, float %f, 2
  store %B %d, ptr addrspace(11) @b
  ret void
}
!0 = !{!1, !2}
!1 = !{i32 34, i32 0}
!2 = !{i32 33, i32 0}
!spirv.Struct = !{!5}
!5 = !{%B poison, !"B", !7, !8, !9}
!7 = !{!11}
!8 = !{i32 0, !"", !12}
!9 = !{i32 2, !"", !13}
!11 = !{i32 2}
!12 = !{!15}
!13 = !{!16}
!15 = !{i32 35, i32 0}
!16 = !{i32 35, i32 8}
