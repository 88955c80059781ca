; The same type in uniform and in storage memory, where strides differ, with arrays of structures and of arrays; what is
; loaded whole is copied by OpCopyLogical.
; RUN: forward
; ENV: vulkan1.3
; LOSES: a variable without a layout becomes one with
; COVERS: s4_106 s4_107
target triple = "spirv-unknown-vulkan1.3-compute"
%I = type { float, <3 x float> }
%T = type { i32, [3 x %I], [2 x [2 x i32]] }
@u = external addrspace(12) constant %T, !spirv.Decorations !4
@b = external addrspace(11) global [0 x %T], !spirv.Decorations !7
!1 = !{i32 34, i32 0}
!4 = !{!1, !5}
!5 = !{i32 33, i32 1}
!7 = !{!1, !8}
!8 = !{i32 33, i32 2}
define void @main() "hlsl.shader"="compute" "hlsl.numthreads"="4,2,1" {
  %i = load i32, ptr addrspace(12) @u
  %w = getelementptr %T, ptr addrspace(12) @u, i32 0, i32 1, i32 %i, i32 1
  %x = load <3 x float>, ptr addrspace(12) %w
  %y = getelementptr [0 x %T], ptr addrspace(11) @b, i32 0, i32 %i, i32 1, i32 2, i32 1
  store <3 x float> %x, ptr addrspace(11) %y
  %z = getelementptr [0 x %T], ptr addrspace(11) @b, i32 0, i32 %i, i32 2
  %a = getelementptr %T, ptr addrspace(12) @u, i32 0, i32 2
  %l = load [2 x [2 x i32]], ptr addrspace(12) %a
  store [2 x [2 x i32]] %l, ptr addrspace(11) %z
  ret void
}
