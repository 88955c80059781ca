; In shaders vectors of 8 and 16 components are of SPV_EXT_long_vector, too: Vector16 is for kernels.
; RUN: forward --spirv-ext=+SPV_EXT_long_vector
; RUN: roundtrip --spirv-ext=+SPV_EXT_long_vector
; ENV: vulkan1.3
; NO-VAL: SPIRV-Tools does not know the capability
; COMPLAINT: Invalid capability operand: 5425
target triple = "spirv1.6-unknown-vulkan1.3-compute"
%block = type { <8 x float> }
@buf = external addrspace(11) global %block, !spirv.Decorations !1
define void @main() #0 {
  %v = load <8 x float>, ptr addrspace(11) @buf
  %f = fmul <8 x float> %v, splat (float 2.0)
  store <8 x float> %f, ptr addrspace(11) @buf
  ret void
}
attributes #0 = { "hlsl.shader"="compute" "hlsl.numthreads"="1,1,1" }
!spirv.Struct = !{!4}
!1 = !{!2, !3}
!2 = !{i32 34, i32 0}
!3 = !{i32 33, i32 0}
!4 = !{%block poison, !"block", !5, !7}
!5 = !{!6}
!6 = !{i32 2}
!7 = !{i32 0, !"", !8}
!8 = !{!9}
!9 = !{i32 35, i32 0}
