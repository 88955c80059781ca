; Members of one block that passes choose, between which no index counts: there is a branch for each at the access. The vector
; that is loaded there is wider than the component that is used.
; RUN: forward
; ENV: vulkan1.3
; NO-ROUND-TRIP: branches stand where the choices were
target datalayout = "e-p:32:32-p5349:64:64-i64:64-v24:8-v48:16-v96:32-v192:64-n8:16:32-G10"
target triple = "spirv1.6-unknown-vulkan1.3-compute"
%B = type { <4 x float>, <4 x float>, float, i32, [4 x <4 x float>] }
@b = external addrspace(11) global %B, !spirv.Decorations !0
define void @main() "hlsl.shader"="compute" "hlsl.numthreads"="1,1,1" {
  %n = load i32, ptr addrspace(11) getelementptr (i8, ptr addrspace(11) @b, i32 36)
  %c = icmp eq i32 %n, 0
  %d = icmp eq i32 %n, 1
  %low = select i1 %c, ptr addrspace(11) getelementptr (i8, ptr addrspace(11) @b, i32 4), ptr addrspace(11) getelementptr (i8, ptr addrspace(11) @b, i32 8)
  %high = select i1 %c, ptr addrspace(11) getelementptr (i8, ptr addrspace(11) @b, i32 48), ptr addrspace(11) getelementptr (i8, ptr addrspace(11) @b, i32 12)
  %chosen = select i1 %d, ptr addrspace(11) %low, ptr addrspace(11) %high
  %vector = load <4 x float>, ptr addrspace(11) %chosen, align 4
  %x = extractelement <4 x float> %vector, i32 0
  store float %x, ptr addrspace(11) getelementptr (i8, ptr addrspace(11) @b, i32 32)
  ret void
}
!0 = !{!1, !2}
!1 = !{i32 34, i32 0}
!2 = !{i32 33, i32 0}
