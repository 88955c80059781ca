; Numbers that the module may only store, with which passes compute: those of 8 and 16 bits need the full capability, halves do not.
; RUN: forward
; ENV: vulkan1.2
; NO-ROUND-TRIP: the module declares more capabilities
target datalayout = "e-p:32:32-p5349:64:64-i64:64-v24:8-v48:16-v96:32-v192:64-n8:16:32-G10"
target triple = "spirv1.5-unknown-vulkan1.2-compute"

%B = type <{ i8, [3 x i8], <4 x i8>, i16, half }>

@b = external addrspace(11) global %B, !spirv.Decorations !0

define void @main() #0 {
  %v = load <4 x i8>, ptr addrspace(11) getelementptr (i8, ptr addrspace(11) @b, i32 4)
  %w = shufflevector <4 x i8> %v, <4 x i8> poison, <2 x i32> <i32 2, i32 0>
  %x = zext <2 x i8> %w to <2 x i16>
  %y = extractelement <2 x i16> %x, i32 0
  %z = udiv i16 %y, 3
  store i16 %z, ptr addrspace(11) getelementptr (i8, ptr addrspace(11) @b, i32 8)
  %n = uitofp i16 %z to float
  %h = fptrunc float %n to half
  store half %h, ptr addrspace(11) getelementptr (i8, ptr addrspace(11) @b, i32 10)
  store i8 1, ptr addrspace(11) @b
  ret void
}

attributes #0 = { "hlsl.shader"="compute" "hlsl.numthreads"="1,1,1" }

!spirv.Capability = !{!1, !2, !3}
!spirv.Struct = !{!4}
!0 = !{!10, !11}
!1 = !{i32 1}
!2 = !{i32 4448}
!3 = !{i32 4433}
!4 = !{%B poison, !"B", !12, !5, !6, !7, !8}
!5 = !{i32 0, !"a", !13}
!6 = !{i32 2, !"v", !14}
!7 = !{i32 3, !"s", !15}
!8 = !{i32 4, !"h", !16}
!10 = !{i32 34, i32 0}
!11 = !{i32 33, i32 0}
!12 = !{!17}
!13 = !{!18}
!14 = !{!19}
!15 = !{!20}
!16 = !{!21}
!17 = !{i32 2}
!18 = !{i32 35, i32 0}
!19 = !{i32 35, i32 4}
!20 = !{i32 35, i32 8}
!21 = !{i32 35, i32 10}
