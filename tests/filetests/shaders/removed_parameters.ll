; Functions from which LLVM's passes removed parameters, or put what they point to in their place, with the metadata of all that they
; had. Decorations are kept where each parameter is still there, or what it pointed to; else they are dropped.
; RUN: forward
; ENV: vulkan1.3
; LOSES: the decorations of the parameters of @some
target datalayout = "e-p:32:32-p5349:64:64-i64:64-v24:8-v48:16-v96:32-v192:64-n8:16:32-G10"
target triple = "spirv1.6-unknown-vulkan1.3-compute"
%Pair = type { i32, float }
@buffer = external addrspace(11) global %Pair, !spirv.Decorations !0
define void @main() "hlsl.shader"="compute" "hlsl.numthreads"="1,1,1" {
  %n = load i32, ptr addrspace(11) @buffer
  %a = call i32 @some(i32 %n)
  %b = call i32 @same(i32 %a)
  store i32 %b, ptr addrspace(11) @buffer
  ret void
}
define internal i32 @some(i32 %number.0.val) noinline !spirv.Type !4 !spirv.ParameterDecorations !10 {
  %sum = add i32 %number.0.val, 1
  ret i32 %sum
}
define internal i32 @same(i32 %number.0.val) noinline !spirv.Type !5 !spirv.ParameterDecorations !13 {
  %sum = add i32 %number.0.val, 2
  ret i32 %sum
}
!0 = !{!1, !2}
!1 = !{i32 34, i32 0}
!2 = !{i32 33, i32 0}
!3 = !{}
!4 = !{!3, !6, !7}
!5 = !{!3, !6}
!6 = !{!"pointee", i32 poison, !3}
!7 = !{!"pointee", %Pair poison, !3}
!10 = !{!11, !11}
!11 = !{!12}
!12 = !{i32 0}
!13 = !{!11}
