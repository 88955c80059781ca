; A vector of numbers of 16 bits that LLVM's passes took for one of 32: its bits are taken by at most four components.
; RUN: forward
; ENV: vulkan1.3
; LOSES: vectors of eight components are put together from those of two
target triple = "spirv1.6-unknown-vulkan1.3-compute"
@a = external addrspace(11) global <4 x float>, !spirv.Decorations !0
@b = external addrspace(11) global half, !spirv.Decorations !3
define void @main() "hlsl.shader"="compute" "hlsl.numthreads"="1,1,1" {
  %x = load <4 x float>, ptr addrspace(11) @a
  %halves = bitcast <4 x float> %x to <8 x half>
  %y = extractelement <8 x half> %halves, i32 6
  store half %y, ptr addrspace(11) @b
  ret void
}
!0 = !{!1, !2}
!1 = !{i32 34, i32 0}
!2 = !{i32 33, i32 0}
!3 = !{!1, !4}
!4 = !{i32 33, i32 1}
