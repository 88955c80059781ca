; Variables that passes made anew, without the note that their integers are signed, passed to a function that says so.
; RUN: forward
; ENV: vulkan1.3
; NO-ROUND-TRIP: the notes come back
target triple = "spirv1.6-unknown-vulkan1.3-fragment"
@out = external addrspace(8) global float, !spirv.Decorations !0
define void @main() "hlsl.shader"="pixel" {
  %number = alloca i32, align 4
  %pair = alloca <2 x i32>, align 8
  store i32 3, ptr %number
  store <2 x i32> <i32 1, i32 -2>, ptr %pair
  %r = call float @reads(ptr %number, ptr %pair)
  store float %r, ptr addrspace(8) @out
  ret void
}
define internal float @reads(ptr %number, ptr %pair) noinline !spirv.Type !2 {
  %a = load i32, ptr %number
  %v = load <2 x i32>, ptr %pair
  %b = extractelement <2 x i32> %v, i64 1
  %sum = add i32 %a, %b
  store i32 %sum, ptr %number
  %r = sitofp i32 %sum to float
  ret float %r
}
!spirv.ExecutionMode = !{!4}
!0 = !{!1}
!1 = !{i32 30, i32 0}
!2 = !{!3, !5, !6}
!3 = !{}
!4 = !{ptr @main, i32 7}
!5 = !{!"pointee", i32 poison, !7}
!6 = !{!"pointee", <2 x i32> poison, !7}
!7 = !{!"signed"}
