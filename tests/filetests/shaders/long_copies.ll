; Copies and fills of long arrays, whose lengths are constant: loops over the elements, nested where an element is long, too; members
; beside them are copied as values. Volatile and nontemporal accesses stay so. Zeros are stored as one constant.
; RUN: forward
; ENV: vulkan1.3
target datalayout = "e-p:32:32-p5349:64:64-i64:64-v24:8-v48:16-v96:32-v192:64-n8:16:32-G10"
target triple = "spirv1.6-unknown-vulkan1.3-compute"
%From = type { [1024 x <4 x i32>] }
%To = type { i32, i32, i32, i32, [1024 x <4 x i32>] }
%Rows = type { [64 x [256 x float]] }
@from = external addrspace(11) global %From, !spirv.Decorations !0
@to = external addrspace(11) global %To, !spirv.Decorations !3
@rows = external addrspace(11) global %Rows, !spirv.Decorations !5
@shared = external addrspace(3) global [64 x [256 x float]]
@table = external addrspace(3) global { i32, [300 x i32], float }
@other = external addrspace(11) global { i32, [300 x i32], float }, !spirv.Decorations !7
define void @main() "hlsl.shader"="compute" "hlsl.numthreads"="1,1,1" {
  %array = getelementptr i8, ptr addrspace(11) @to, i32 16
  call void @llvm.memcpy.p11.p11.i32(ptr addrspace(11) align 16 %array, ptr addrspace(11) align 16 @from, i32 16384, i1 true), !nontemporal !9
  call void @llvm.memcpy.p3.p11.i32(ptr addrspace(3) align 4 @shared, ptr addrspace(11) align 4 @rows, i32 65536, i1 false)
  call void @llvm.memcpy.p3.p11.i32(ptr addrspace(3) align 4 @table, ptr addrspace(11) align 4 @other, i32 1208, i1 false)
  %n = load i32, ptr addrspace(11) @other, align 4
  %byte = trunc i32 %n to i8
  %some = getelementptr i8, ptr addrspace(3) @shared, i32 1024
  call void @llvm.memset.p3.i32(ptr addrspace(3) align 4 %some, i8 %byte, i32 2048, i1 false)
  %more = getelementptr i8, ptr addrspace(3) @shared, i32 4096
  call void @llvm.memset.p3.i32(ptr addrspace(3) align 4 %more, i8 0, i32 1024, i1 false)
  ret void
}
declare void @llvm.memset.p3.i32(ptr addrspace(3), i8, i32, i1)
declare void @llvm.memcpy.p3.p11.i32(ptr addrspace(3), ptr addrspace(11), i32, i1)
declare void @llvm.memcpy.p11.p11.i32(ptr addrspace(11), ptr addrspace(11), i32, i1)
!0 = !{!1, !2}
!1 = !{i32 34, i32 0}
!2 = !{i32 33, i32 0}
!3 = !{!1, !4}
!4 = !{i32 33, i32 1}
!5 = !{!1, !6}
!6 = !{i32 33, i32 2}
!7 = !{!1, !8}
!8 = !{i32 33, i32 3}
!9 = !{i32 1}
