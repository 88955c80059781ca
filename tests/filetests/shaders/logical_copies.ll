; What passes make of OpCopyLogical may copy a value to its own type, which is no instruction, beside a copy between two types
; that differ in their layout.
; RUN: forward
; ENV: vulkan1.3
target triple = "spirv1.6-unknown-vulkan1.3-compute"
%A = type { i32, float }
%B = type <{ i32, [4 x i8], float }>
@a = external addrspace(11) global %A, !spirv.Decorations !0
@b = external addrspace(11) global %B, !spirv.Decorations !3
declare %A @_Z19__spirv_CopyLogical_AA(%A)
declare %B @_Z19__spirv_CopyLogical_AB(%A)
define void @main() "hlsl.shader"="compute" "hlsl.numthreads"="1,1,1" {
  %v = load %A, ptr addrspace(11) @a
  %w = call %A @_Z19__spirv_CopyLogical_AA(%A %v)
  store %A %w, ptr addrspace(11) @a
  %x = call %B @_Z19__spirv_CopyLogical_AB(%A %w)
  store %B %x, ptr addrspace(11) @b
  ret void
}
!0 = !{!1, !2}
!1 = !{i32 34, i32 0}
!2 = !{i32 33, i32 0}
!3 = !{!1, !4}
!4 = !{i32 33, i32 1}
!spirv.Struct = !{!5, !6}
!5 = !{%A poison, !"A", !7, !8, !9}
!6 = !{%B poison, !"B", !7, !8, !10}
!7 = !{!11}
!8 = !{i32 0, !"", !12}
!9 = !{i32 1, !"", !13}
!10 = !{i32 2, !"", !14}
!11 = !{i32 2}
!12 = !{!15}
!13 = !{!16}
!14 = !{!17}
!15 = !{i32 35, i32 0}
!16 = !{i32 35, i32 4}
!17 = !{i32 35, i32 8}
