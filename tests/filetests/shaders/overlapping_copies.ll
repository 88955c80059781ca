; Objects that may overlap are loaded and stored, not copied; a byte that is computed fills memory.
; RUN: forward
; ENV: vulkan1.3
; NO-ROUND-TRIP: what is copied comes back as loads and stores
target datalayout = "e-p:32:32-p5349:64:64-i64:64-v24:8-v48:16-v96:32-v192:64-n8:16:32-G10"
target triple = "spirv1.6-unknown-vulkan1.3-compute"

%S = type { <4 x i32>, <4 x float> }
%Block = type { [2 x %S] }

@block = external addrspace(11) global %Block, !spirv.Decorations !0

define void @main() #0 {
  %n = load i32, ptr addrspace(11) @block, align 4
  %i = and i32 %n, 1
  %to = getelementptr inbounds nuw %S, ptr addrspace(11) @block, i32 %i
  call void @llvm.memmove.p11.p11.i64(ptr addrspace(11) align 16 %to, ptr addrspace(11) align 16 @block, i64 32, i1 false)
  %byte = trunc i32 %n to i8
  call void @llvm.memset.p11.i64(ptr addrspace(11) align 16 @block, i8 %byte, i64 16, i1 false)
  ret void
}

declare void @llvm.memmove.p11.p11.i64(ptr addrspace(11), ptr addrspace(11), i64, i1)
declare void @llvm.memset.p11.i64(ptr addrspace(11), i8, i64, i1)

attributes #0 = { "hlsl.numthreads"="1,1,1" "hlsl.shader"="compute" }

!spirv.Struct = !{!15, !3}
!0 = !{!1, !2}
!1 = !{i32 34, i32 0}
!2 = !{i32 33, i32 0}
!3 = !{%Block poison, !"Block", !4, !6}
!4 = !{!5}
!5 = !{i32 2}
!6 = !{i32 0, !"some", !7}
!7 = !{!12}
!12 = !{i32 35, i32 0}
!15 = !{%S poison, !"S", !20, !6, !16}
!16 = !{i32 1, !"rest", !17}
!17 = !{!18}
!18 = !{i32 35, i32 16}
!20 = !{}
