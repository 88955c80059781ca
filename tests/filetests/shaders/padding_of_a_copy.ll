; The padding of a value that no instruction puts together: poison, and in memory nothing.
; RUN: forward
; ENV: vulkan1.2
; NO-ROUND-TRIP: the value is stored member by member
target datalayout = "e-p:32:32-p5349:64:64-i64:64-v24:8-v48:16-v96:32-v192:64-n8:16:32-G10"
target triple = "spirv1.5-unknown-vulkan1.2-compute"

%Near = type { i32, i32 }
%Far = type <{ i32, [4 x i8], i32 }>

@near = external addrspace(11) global %Near, !spirv.Decorations !0
@far = external addrspace(11) global %Far, !spirv.Decorations !1

define void @main() #0 {
  %near = load %Near, ptr addrspace(11) @near
  %far = call spir_func %Far @_Z19__spirv_CopyLogical4Near(%Near %near)
  %first = extractvalue %Far %far, 0
  store i32 %first, ptr addrspace(11) @far
  %padding = extractvalue %Far %far, 1
  %byte = extractvalue [4 x i8] %padding, 0
  store i8 %byte, ptr addrspace(11) getelementptr (i8, ptr addrspace(11) @far, i32 4)
  %other = extractvalue %Far %far, 1, 1
  %filled = insertvalue %Far %far, i8 %other, 1, 2
  %second = extractvalue %Far %filled, 2
  store i32 %second, ptr addrspace(11) getelementptr (i8, ptr addrspace(11) @far, i32 8)
  ret void
}

declare spir_func %Far @_Z19__spirv_CopyLogical4Near(%Near)

attributes #0 = { "hlsl.shader"="compute" "hlsl.numthreads"="1,1,1" }

!spirv.Capability = !{!2}
!spirv.Struct = !{!3, !7}
!0 = !{!11, !12}
!1 = !{!11, !13}
!2 = !{i32 1}
!3 = !{%Near poison, !"Near", !4, !5, !6}
!4 = !{!14}
!5 = !{i32 0, !"a", !15}
!6 = !{i32 1, !"b", !16}
!7 = !{%Far poison, !"Far", !4, !8, !9}
!8 = !{i32 0, !"a", !15}
!9 = !{i32 2, !"b", !17}
!11 = !{i32 34, i32 0}
!12 = !{i32 33, i32 0}
!13 = !{i32 33, i32 1}
!14 = !{i32 2}
!15 = !{!18}
!16 = !{!19}
!17 = !{!20}
!18 = !{i32 35, i32 0}
!19 = !{i32 35, i32 4}
!20 = !{i32 35, i32 8}
