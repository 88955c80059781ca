; Elements of an open array are behind the size of their structure, and are copied nevertheless.
; RUN: forward
; ENV: vulkan1.3
target datalayout = "e-p:32:32-p5349:64:64-i64:64-v24:8-v48:16-v96:32-v192:64-n8:16:32-G10"
target triple = "spirv1.6-unknown-vulkan1.3-compute"
%Pair = type { i32, float }
%Buffer = type { i32, i32, [0 x %Pair] }
@buffer = external addrspace(11) global %Buffer, !spirv.Decorations !0
define void @main() "hlsl.shader"="compute" "hlsl.numthreads"="1,1,1" {
  %to = getelementptr i8, ptr addrspace(11) @buffer, i32 24
  %from = getelementptr i8, ptr addrspace(11) @buffer, i32 40
  call void @llvm.memmove.p11.p11.i32(ptr addrspace(11) align 4 %to, ptr addrspace(11) align 4 %from, i32 16, i1 false)
  ret void
}
declare void @llvm.memmove.p11.p11.i32(ptr addrspace(11), ptr addrspace(11), i32, i1)
!0 = !{!1, !2}
!1 = !{i32 34, i32 0}
!2 = !{i32 33, i32 0}
