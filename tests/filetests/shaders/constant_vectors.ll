; A component of a constant vector, chosen by a signed number: the vector has the sign of the component, not of that number.
; RUN: forward
; ENV: vulkan1.3
target triple = "spirv1.6-unknown-vulkan1.3-compute"
@in = external addrspace(11) global { float, i32 }, !spirv.Decorations !0
define void @main() "hlsl.shader"="compute" "hlsl.numthreads"="1,1,1" {
  %q = getelementptr { float, i32 }, ptr addrspace(11) @in, i32 0, i32 1
  %x = load float, ptr addrspace(11) @in
  %signed = fptosi float %x to i32
  %part = extractelement <2 x i32> <i32 2, i32 1>, i32 %signed
  store i32 %part, ptr addrspace(11) %q
  ret void
}
!0 = !{!1, !2}
!1 = !{i32 34, i32 0}
!2 = !{i32 33, i32 0}
