; A loop that is left to two blocks: a branch behind it leads to either. The chain that is made in the loop is made again
; where it is used, for no phi may have a pointer.
; RUN: forward
; ENV: vulkan1.2
; NO-ROUND-TRIP: chains come back as getelementptr from the type of the variable
target datalayout = "e-p:32:32-p5349:64:64-i64:64-v24:8-v48:16-v96:32-v192:64-n8:16:32-G10"
target triple = "spirv1.5-unknown-vulkan1.2-compute"

@n = external addrspace(7) constant i32, !spirv.Decorations !0
@m = private addrspace(10) global [8 x i32] undef

define void @main() #0 {
entry:
  %n = load i32, ptr addrspace(7) @n
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %next, %target ]
  %x = load i32, ptr addrspace(10) @m
  %is_even = icmp ult i32 %x, %i
  br i1 %is_even, label %one, label %two
one:
  %at = and i32 %x, 7
  %p = getelementptr [8 x i32], ptr addrspace(10) @m, i32 0, i32 %at
  %y = load i32, ptr addrspace(10) %p
  %first = icmp ult i32 %y, %n
  br i1 %first, label %store, label %three
three:
  %third = icmp eq i32 %y, 5
  br i1 %third, label %store, label %target
two:
  %second = icmp ugt i32 %i, 8
  br i1 %second, label %other, label %four
four:
  %fourth = icmp eq i32 %x, 6
  br i1 %fourth, label %other, label %target
target:
  %next = add i32 %i, 1
  br label %head
store:
  store i32 1, ptr addrspace(10) %p
  br label %out
other:
  store i32 2, ptr addrspace(10) @m
  br label %out
out:
  ret void
}

attributes #0 = { "hlsl.shader"="compute" "hlsl.numthreads"="1,1,1" }
!0 = !{!1}
!1 = !{i32 11, i32 29}
