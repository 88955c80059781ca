; Row-major matrices whose rows have padding, alone and in an array: an address within the padding of a row that passes
; compute and nothing uses, the chain to an element of the array, and one to a component of a column.
; RUN: forward
; ENV: vulkan1.3
target datalayout = "e-p:32:32-p5349:64:64-i64:64-v24:8-v48:16-v96:32-v192:64-n8:16:32-G10"
target triple = "spirv1.6-unknown-vulkan1.3-compute"
%spirv.stride.16 = type <{ <2 x float>, [8 x i8] }>
%spirv.matrix.f32.2x3.row.16 = type { [3 x %spirv.stride.16] }
%M = type <{ [4 x %spirv.matrix.f32.2x3.row.16] }>
%spirv.matrix.f32.2x3 = type { [2 x <3 x float>] }
@m = external addrspace(11) global %M, !spirv.Decorations !0
@i = external addrspace(7) constant i32, !spirv.Decorations !20
define void @main() "hlsl.shader"="compute" "hlsl.numthreads"="1,1,1" {
  %i = load i32, ptr addrspace(7) @i
  %row = getelementptr %M, ptr addrspace(11) @m, i32 0, i32 0, i32 %i, i32 0, i32 1
  %gap = getelementptr i8, ptr addrspace(11) %row, i32 8
  %part = getelementptr i8, ptr addrspace(11) %row, i32 4
  %x = load float, ptr addrspace(11) %part
  %last = getelementptr %M, ptr addrspace(11) @m, i32 0, i32 0, i32 3, i32 0, i32 2
  store float %x, ptr addrspace(11) %last
  ret void
}
!0 = !{!1, !2}
!1 = !{i32 34, i32 0}
!2 = !{i32 33, i32 0}
!20 = !{!21}
!21 = !{i32 11, i32 29}
!spirv.Struct = !{!5}
!5 = !{%M poison, !"M", !7, !8}
!7 = !{!11}
!8 = !{i32 0, !"", !12}
!11 = !{i32 2}
!12 = !{!15, !16, !17}
!15 = !{i32 35, i32 0}
!16 = !{i32 7, i32 16}
!17 = !{i32 4}
