; Pointers that a phi or select chooses, which logical addressing does not have: their indices are chosen.
; RUN: forward
; ENV: vulkan1.2
; NO-ROUND-TRIP: chains come back as getelementptr from the type of the variable
target datalayout = "e-p:32:32-p5349:64:64-i64:64-v24:8-v48:16-v96:32-v192:64-n8:16:32-G10"
target triple = "spirv1.5-unknown-vulkan1.2-compute"

@a = private addrspace(10) global [8 x [4 x float]] undef
@n = external addrspace(7) constant i32, !spirv.Decorations !0

define void @main() #0 {
entry:
  %n = load i32, ptr addrspace(7) @n
  %less = icmp ult i32 %n, 4
  %row = getelementptr [4 x float], ptr addrspace(10) @a, i32 %n
  %one = select i1 %less, ptr addrspace(10) %row, ptr addrspace(10) getelementptr (i8, ptr addrspace(10) @a, i32 32)
  store float 1.000000e+00, ptr addrspace(10) %one
  br label %loop, !spirv.LoopMerge !1

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %p = phi ptr addrspace(10) [ @a, %entry ], [ %on, %loop ]
  %x = load float, ptr addrspace(10) %p
  %twice = fadd contract float %x, %x
  store float %twice, ptr addrspace(10) %p
  %on = getelementptr i8, ptr addrspace(10) %p, i32 16
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end

end:
  ret void
}

attributes #0 = { "hlsl.shader"="compute" "hlsl.numthreads"="1,1,1" }

!0 = !{!2, !3}
!1 = distinct !{i32 0}
!2 = !{i32 11, i32 29}
!3 = !{i32 14}
