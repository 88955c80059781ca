; Variable pointers after passes: chosen from addresses that are bytes, stepped by bytes from element to element, stored, and
; compared as pointers to arrays.
; RUN: forward
; ENV: vulkan1.2
; NO-ROUND-TRIP: chains stand where the bytes were
target datalayout = "e-p:32:32-p5349:64:64-i64:64-v24:8-v48:16-v96:32-v192:64-n8:16:32-G10"
target triple = "spirv1.5-unknown-vulkan1.2-compute"

%B = type { i32, [4 x i32], [0 x i32] }

@b = external addrspace(11) global %B, !spirv.Decorations !0
@kept = external addrspace(10) global ptr addrspace(11), !spirv.Type !20

define void @main() #0 {
  %n = load i32, ptr addrspace(11) @b
  %c = icmp eq i32 %n, 0
  %chosen = select i1 %c, ptr addrspace(11) getelementptr (i8, ptr addrspace(11) @b, i32 4), ptr addrspace(11) getelementptr (i8, ptr addrspace(11) @b, i32 16)
  %x = load i32, ptr addrspace(11) %chosen
  store ptr addrspace(11) getelementptr (i8, ptr addrspace(11) @b, i32 20), ptr addrspace(10) @kept
  %at = load ptr addrspace(11), ptr addrspace(10) @kept
  %bytes = shl i32 %x, 2
  %far = getelementptr i8, ptr addrspace(11) %at, i32 %bytes
  %next = getelementptr i8, ptr addrspace(11) %far, i32 4
  store i32 %n, ptr addrspace(11) %next
  store ptr addrspace(11) %next, ptr addrspace(10) @kept
  %d = call spir_func i32 @_Z15__spirv_PtrDiffPU4AS11iS0_(ptr addrspace(11) %next, ptr addrspace(11) getelementptr (i8, ptr addrspace(11) @b, i32 20))
  store i32 %d, ptr addrspace(11) @b
  ret void
}

declare spir_func i32 @_Z15__spirv_PtrDiffPU4AS11iS0_(ptr addrspace(11), ptr addrspace(11))

attributes #0 = { "hlsl.shader"="compute" "hlsl.numthreads"="1,1,1" }

!spirv.Capability = !{!1, !2}
!spirv.Struct = !{!3}
!0 = !{!8, !9}
!1 = !{i32 1}
!2 = !{i32 4441}
!3 = !{%B poison, !"B", !10, !4, !5, !6}
!4 = !{i32 0, !"n", !11}
!5 = !{i32 1, !"few", !12}
!6 = !{i32 2, !"all", !13}
!8 = !{i32 34, i32 0}
!9 = !{i32 33, i32 0}
!10 = !{!14}
!11 = !{!15}
!12 = !{!16}
!13 = !{!17}
!14 = !{i32 2}
!15 = !{i32 35, i32 0}
!16 = !{i32 35, i32 4}
!17 = !{i32 35, i32 20}
!20 = !{!"pointee", i32 poison, !21, i32 4}
!21 = !{}
