; A variable pointer that is chosen from two elements, of which one is counted from the beginning of the block.
; RUN: forward
; ENV: vulkan1.3
target datalayout = "e-p:32:32-p5349:64:64-i64:64-v24:8-v48:16-v96:32-v192:64-n8:16:32-G10"
target triple = "spirv1.6-unknown-vulkan1.3-compute"
%Buffer = type { [0 x i32] }
@buffer = external addrspace(11) global %Buffer, !spirv.Decorations !0
define void @main() "hlsl.shader"="compute" "hlsl.numthreads"="1,1,1" {
  %n = load i32, ptr addrspace(11) @buffer, align 4
  %is_zero = icmp eq i32 %n, 0
  %a = getelementptr i32, ptr addrspace(11) @buffer, i32 %n
  %twice = shl i32 %n, 1
  %b = getelementptr %Buffer, ptr addrspace(11) @buffer, i32 0, i32 0, i32 %twice
  %chosen = select i1 %is_zero, ptr addrspace(11) %a, ptr addrspace(11) %b
  %x = load i32, ptr addrspace(11) %chosen, align 4
  store i32 %x, ptr addrspace(11) @buffer, align 4
  ret void
}
!spirv.Capability = !{!3, !4}
!0 = !{!1, !2}
!1 = !{i32 34, i32 0}
!2 = !{i32 33, i32 0}
!3 = !{i32 1}
!4 = !{i32 4441}
