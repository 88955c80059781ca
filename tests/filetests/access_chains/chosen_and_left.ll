; Pointers that a phi or select chooses and nothing accesses memory through, and one that is used first by itself, then
; as one of several.
; RUN: forward
; ENV: vulkan1.2
; NO-ROUND-TRIP: chains come back as getelementptr from the type of the variable
target datalayout = "e-p:32:32-p5349:64:64-i64:64-v24:8-v48:16-v96:32-v192:64-n8:16:32-G10"
target triple = "spirv1.5-unknown-vulkan1.2-compute"

@n = external addrspace(7) constant i32, !spirv.Decorations !0

define void @main() #0 {
entry:
  %a = alloca [4 x i32]
  %b = alloca [4 x i32]
  %n = load i32, ptr addrspace(7) @n
  %i = and i32 %n, 3
  %low = icmp ult i32 %n, 4
  %first = getelementptr [4 x i32], ptr %a, i32 0, i32 %i
  %other = getelementptr [4 x i32], ptr %b, i32 0, i32 1
  %one = select i1 %low, ptr %first, ptr %a
  store i32 1, ptr %one
  br i1 %low, label %then, label %merge
then:
  br label %merge
merge:
  %unused = phi ptr [ %first, %entry ], [ %other, %then ]
  %several = phi ptr [ %one, %entry ], [ %other, %then ]
  store i32 2, ptr %several
  ret void
}

attributes #0 = { "hlsl.shader"="compute" "hlsl.numthreads"="1,1,1" }
!0 = !{!1}
!1 = !{i32 11, i32 29}
