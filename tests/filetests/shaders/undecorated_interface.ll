; Interface variables that say their storage class and nothing else: a structure in storage that has LLVM's offsets, one that
; cannot, and in uniform memory the standard layout; arrays of known and of open length, and push constants, in blocks.
; RUN: forward
; ENV: vulkan1.3
; LOSES: a variable without a layout becomes one with
; COVERS: s4_106 s4_107
target triple = "spirv-unknown-vulkan1.3-compute"
@b = external addrspace(11) global { i32, <3 x float>, [0 x float] }, !spirv.Decorations !0
@u = external addrspace(12) constant { float, [4 x float], <3 x float>, float }, !spirv.Decorations !4
@a = external addrspace(11) global [16 x float], !spirv.Decorations !7
@r = external addrspace(11) global [0 x float], !spirv.Decorations !9
@p = external addrspace(13) constant { i32, float }
!0 = !{!1, !2}
!1 = !{i32 34, i32 0}
!2 = !{i32 33, i32 0}
!4 = !{!1, !5}
!5 = !{i32 33, i32 1}
!7 = !{!1, !8}
!8 = !{i32 33, i32 2}
!9 = !{!1, !10}
!10 = !{i32 33, i32 3}
define void @main() "hlsl.shader"="compute" "hlsl.numthreads"="4,2,1" {
  %q = getelementptr { i32, <3 x float>, [0 x float] }, ptr addrspace(11) @b, i32 0, i32 2, i32 3
  %v = load float, ptr addrspace(11) %q
  %i = load i32, ptr addrspace(13) @p
  %w = getelementptr { float, [4 x float], <3 x float>, float }, ptr addrspace(12) @u, i32 0, i32 1, i32 %i
  %x = load float, ptr addrspace(12) %w
  %s = fadd float %v, %x
  %y = getelementptr [16 x float], ptr addrspace(11) @a, i32 0, i32 %i
  store float %s, ptr addrspace(11) %y
  %z = getelementptr [0 x float], ptr addrspace(11) @r, i32 0, i32 %i
  store float %s, ptr addrspace(11) %z
  ret void
}
