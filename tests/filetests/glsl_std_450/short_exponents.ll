; Exponents of 16 and 64 bits stay as they are: `Ldexp` takes integers of any width.
; RUN: forward
; ENV: vulkan1.3
target triple = "spirv1.6-unknown-vulkan1.3-compute"
@in = external addrspace(11) global { i16, i64, float }, !spirv.Decorations !0
define void @main() "hlsl.shader"="compute" "hlsl.numthreads"="1,1,1" {
  %p = getelementptr { i16, i64, float }, ptr addrspace(11) @in, i32 0, i32 1
  %q = getelementptr { i16, i64, float }, ptr addrspace(11) @in, i32 0, i32 2
  %short = load i16, ptr addrspace(11) @in
  %long = load i64, ptr addrspace(11) %p
  %x = load float, ptr addrspace(11) %q
  %a = call float @llvm.ldexp.f32.i16(float %x, i16 %short)
  %b = call float @llvm.ldexp.f32.i64(float %a, i64 %long)
  store float %b, ptr addrspace(11) %q
  ret void
}
!0 = !{!1, !2}
!1 = !{i32 34, i32 0}
!2 = !{i32 33, i32 0}
