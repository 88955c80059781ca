; Copies and fills whose computed length counts composites: a loop over the elements, each as a whole.
; RUN: forward
; ENV: vulkan1.3
target datalayout = "e-p:32:32-p5349:64:64-i64:64-v24:8-v48:16-v96:32-v192:64-n8:16:32-G10"
target triple = "spirv1.6-unknown-vulkan1.3-compute"
%Pair = type { i32, [2 x float] }
%Buffer = type { i32, [4 x %Pair] }
@buffer = external addrspace(11) global %Buffer, !spirv.Decorations !0
@pairs = external addrspace(3) global [4 x %Pair]
@matrices = external addrspace(3) global [4 x %spirv.matrix.f32.3x3]
%spirv.matrix.f32.3x3 = type { [3 x <3 x float>] }
define void @main() "hlsl.shader"="compute" "hlsl.numthreads"="1,1,1" {
  %n = load i32, ptr addrspace(11) @buffer, align 4
  %bytes = mul nuw nsw i32 %n, 36
  %to = getelementptr i8, ptr addrspace(3) @matrices, i32 %bytes
  %rest = sub nuw nsw i32 144, %bytes
  call void @llvm.memset.p3.i32(ptr addrspace(3) align 4 %to, i8 0, i32 %rest, i1 false)
  %length = mul nuw nsw i32 %n, 12
  %from = getelementptr i8, ptr addrspace(11) @buffer, i32 4
  call void @llvm.memcpy.p3.p11.i32(ptr addrspace(3) align 4 @pairs, ptr addrspace(11) align 4 %from, i32 %length, i1 false)
  ret void
}
declare void @llvm.memset.p3.i32(ptr addrspace(3), i8, i32, i1)
declare void @llvm.memcpy.p3.p11.i32(ptr addrspace(3), ptr addrspace(11), i32, i1)
!0 = !{!1, !2}
!1 = !{i32 34, i32 0}
!2 = !{i32 33, i32 0}
