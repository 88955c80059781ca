; A structure with a row-major matrix that is loaded and stored by the rows which LLVM sees in it.
; RUN: forward
; ENV: vulkan1.2
; NO-ROUND-TRIP: the matrix comes back by its components
target datalayout = "e-p:32:32-p5349:64:64-i64:64-v24:8-v48:16-v96:32-v192:64-n8:16:32-G10"
target triple = "spirv1.5-unknown-vulkan1.2-compute"

%S = type { %spirv.matrix.f32.2x2.row.8 }
%spirv.matrix.f32.2x2.row.8 = type { [2 x <2 x float>] }

@a = external addrspace(11) global %S, !spirv.Decorations !0

define void @main() #0 {
  %first = load <2 x float>, ptr addrspace(11) @a
  %one = insertvalue [2 x <2 x float>] poison, <2 x float> %first, 0
  %second = load <2 x float>, ptr addrspace(11) getelementptr (i8, ptr addrspace(11) @a, i32 8)
  %rows = insertvalue [2 x <2 x float>] %one, <2 x float> %second, 1
  %matrix = insertvalue %spirv.matrix.f32.2x2.row.8 poison, [2 x <2 x float>] %rows, 0
  %whole = insertvalue %S poison, %spirv.matrix.f32.2x2.row.8 %matrix, 0
  %row = extractvalue %S %whole, 0, 0, 1
  %changed = insertvalue %S %whole, <2 x float> %row, 0, 0, 0
  store %S %changed, ptr addrspace(11) @a
  ret void
}

attributes #0 = { "hlsl.shader"="compute" "hlsl.numthreads"="1,1,1" }
!spirv.Struct = !{!4}
!0 = !{!1, !2}
!1 = !{i32 34, i32 0}
!2 = !{i32 33, i32 0}
!4 = !{%S poison, !"S", !5, !6}
!5 = !{!7}
!6 = !{i32 0, !"m", !11}
!7 = !{i32 2}
!8 = !{i32 35, i32 0}
!9 = !{i32 7, i32 8}
!10 = !{i32 4}
!11 = !{!8, !9, !10}
