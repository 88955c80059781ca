; A half of a floating-point number in memory that other invocations may write, too: there are no atomic accesses to its
; bits, and the whole of it is stored. That of an integer is stored by atomic accesses.
; RUN: forward
; ENV: vulkan1.2
; NO-ROUND-TRIP: chains come back as getelementptr from the type of the variable
target datalayout = "e-p:32:32-p5349:64:64-i64:64-v24:8-v48:16-v96:32-v192:64-n8:16:32-G10"
target triple = "spirv1.5-unknown-vulkan1.2-compute"

%block = type { float, i32 }

@b = external addrspace(11) global %block, !spirv.Decorations !0

define void @main() #0 {
  store i16 7, ptr addrspace(11) getelementptr (i8, ptr addrspace(11) @b, i32 2)
  store i16 7, ptr addrspace(11) getelementptr (i8, ptr addrspace(11) @b, i32 6)
  ret void
}

attributes #0 = { "hlsl.shader"="compute" "hlsl.numthreads"="1,1,1" }
!spirv.Struct = !{!5}
!0 = !{!1, !2}
!1 = !{i32 34, i32 0}
!2 = !{i32 33, i32 0}
!5 = !{%block poison, !"block", !6, !7, !8}
!6 = !{!9}
!7 = !{i32 0, !"a", !10}
!8 = !{i32 1, !"b", !11}
!9 = !{i32 2}
!10 = !{!12}
!11 = !{!13}
!12 = !{i32 35, i32 0}
!13 = !{i32 35, i32 4}
