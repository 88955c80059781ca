; An index that is chosen from a few numbers and leads to several members: a branch for each; and products of indices, of which
; one is a multiple of an element.
; RUN: forward
; ENV: vulkan1.3
target datalayout = "e-p:32:32-p5349:64:64-i64:64-v24:8-v48:16-v96:32-v192:64-n8:16:32-G10"
target triple = "spirv1.6-unknown-vulkan1.3-compute"
%Node = type { i32, i32, i32 }
%Buffer = type { i32, i32, [8 x i32] }
@buffer = external addrspace(11) global %Buffer, !spirv.Decorations !0
define void @main() "hlsl.shader"="compute" "hlsl.numthreads"="1,1,1" {
  %nodes = alloca [10 x %Node], align 4
  %i = load i32, ptr addrspace(11) @buffer, align 4
  %node = getelementptr [10 x %Node], ptr %nodes, i32 0, i32 %i
  %key = load i32, ptr %node, align 4
  %is_less = icmp sgt i32 %key, 4
  br i1 %is_less, label %left, label %join
left:
  br label %join
join:
  %member = phi i32 [ 8, %0 ], [ 4, %left ]
  %child = getelementptr i8, ptr %node, i32 %member
  store i32 1, ptr %child, align 4
  %offset = select i1 %is_less, i32 0, i32 8
  %other = getelementptr i8, ptr %node, i32 %offset
  %value = load i32, ptr %other, align 4
  %step = shl i32 %i, 3
  %product = mul i32 %step, %key
  %numbers = getelementptr i8, ptr addrspace(11) @buffer, i32 8
  %at = getelementptr i8, ptr addrspace(11) %numbers, i32 %product
  store i32 %value, ptr addrspace(11) %at, align 4
  ret void
}
!0 = !{!1, !2}
!1 = !{i32 34, i32 0}
!2 = !{i32 33, i32 0}
