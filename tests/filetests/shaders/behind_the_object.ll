; Accesses behind the end of a variable, which no run reaches: what is stored there is dropped, what is loaded undefined; an
; index that counts on from behind the end may be negative.
; RUN: forward
; ENV: vulkan1.3
target datalayout = "e-p:32:32-p5349:64:64-i64:64-v24:8-v48:16-v96:32-v192:64-n8:16:32-G10"
target triple = "spirv1.6-unknown-vulkan1.3-compute"
%Buffer = type { i32, float }
@buffer = external addrspace(11) global %Buffer, !spirv.Decorations !0
%spirv.matrix.f32.4x3 = type { [4 x <3 x float>] }
define void @main() "hlsl.shader"="compute" "hlsl.numthreads"="1,1,1" {
  %v = alloca <3 x float>, align 4
  %m = alloca %spirv.matrix.f32.4x3, align 4
  %i = load i32, ptr addrspace(11) @buffer, align 4
  %to = getelementptr i8, ptr addrspace(11) @buffer, i32 4
  %x = load float, ptr addrspace(11) %to, align 4
  store <3 x float> zeroinitializer, ptr %v, align 4
  store %spirv.matrix.f32.4x3 zeroinitializer, ptr %m, align 4
  %behind = getelementptr i8, ptr %v, i32 12
  store float %x, ptr %behind, align 4
  %column = getelementptr i8, ptr %m, i32 48
  %component = getelementptr float, ptr %column, i32 %i
  %y = load float, ptr %component, align 4
  store float %y, ptr addrspace(11) %to, align 4
  ret void
}
!0 = !{!1, !2}
!1 = !{i32 34, i32 0}
!2 = !{i32 33, i32 0}
