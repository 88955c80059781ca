; What passes make of numbers: comparisons for being numbers, and conversions of integers that are only stored, with the sign
; that the instruction gives them.
; RUN: forward
target triple = "spirv1.5-unknown-vulkan1.2-compute"

%Block = type { [2 x float], i32, i32, [4 x i16], [8 x i8] }

@data = external addrspace(11) global %Block, !spirv.Decorations !0

define void @main() #0 {
  %a.at = getelementptr %Block, ptr addrspace(11) @data, i32 0, i32 0, i32 0
  %b.at = getelementptr %Block, ptr addrspace(11) @data, i32 0, i32 0, i32 1
  %a = load float, ptr addrspace(11) %a.at, align 4
  %b = load float, ptr addrspace(11) %b.at, align 4
  %both = fcmp ord float %a, %b
  %neither = fcmp uno float %a, %b
  %one = fcmp ord float %a, 0.000000e+00
  %same = fcmp uno float %b, %b
  %x = select i1 %both, i32 1, i32 2
  %y = select i1 %neither, i32 %x, i32 4
  %z = select i1 %one, i32 %y, i32 8
  %w = select i1 %same, i32 %z, i32 16
  %word.at = getelementptr %Block, ptr addrspace(11) @data, i32 0, i32 1
  store i32 %w, ptr addrspace(11) %word.at, align 4
  %s.at = getelementptr %Block, ptr addrspace(11) @data, i32 0, i32 3, i32 1
  %t.at = getelementptr %Block, ptr addrspace(11) @data, i32 0, i32 4, i32 2
  %1 = load i16, ptr addrspace(11) %s.at, align 2
  %2 = load i8, ptr addrspace(11) %t.at, align 1
  %f = sitofp i16 %1 to float
  %g = uitofp i8 %2 to float
  %sum = fadd float %f, %g
  %3 = fptosi float %sum to i16
  %4 = fptoui float %sum to i8
  store i16 %3, ptr addrspace(11) %s.at, align 2
  store i8 %4, ptr addrspace(11) %t.at, align 1
  ret void
}

attributes #0 = { "hlsl.shader"="compute" "hlsl.numthreads"="1,1,1" }

!spirv.Capability = !{!1, !2, !3}
!spirv.Struct = !{!4}

!0 = !{!5, !6}
!1 = !{i32 1}
!2 = !{i32 4433}
!3 = !{i32 4448}
!4 = !{%Block poison, !"Block", !7, !8, !9, !10, !11, !12}
!5 = !{i32 34, i32 0}
!6 = !{i32 33, i32 0}
!7 = !{!13}
!8 = !{i32 0, !"a", !14}
!9 = !{i32 1, !"b", !15}
!10 = !{i32 2, !"c", !16}
!11 = !{i32 3, !"d", !17}
!12 = !{i32 4, !"e", !18}
!13 = !{i32 2}
!14 = !{!19}
!15 = !{!20}
!16 = !{!21}
!17 = !{!22}
!18 = !{!23}
!19 = !{i32 35, i32 0}
!20 = !{i32 35, i32 8}
!21 = !{i32 35, i32 12}
!22 = !{i32 35, i32 16}
!23 = !{i32 35, i32 24}
