; Weights of a branch come back; those of select, switch and calls do not, which is documented. A version that several modules
; said before they were linked is said once.
; RUN: roundtrip
target triple = "spir64-unknown-unknown"

declare spir_func i32 @f(i32)

define spir_kernel void @k(ptr addrspace(1) %o, i32 %n) {
  %c = icmp eq i32 %n, 3
  %s = select i1 %c, i32 5, i32 7, !prof !0
  br i1 %c, label %more, label %end, !prof !0
more:
  switch i32 %n, label %end [ i32 1, label %one ], !prof !0
one:
  %r = call spir_func i32 @f(i32 %s), !prof !2
  store i32 %r, ptr addrspace(1) %o
  br label %end
end:
  ret void
}

!opencl.ocl.version = !{!1, !1}
!0 = !{!"branch_weights", i32 1, i32 99}
!1 = !{i32 2, i32 0}
!2 = !{!"branch_weights", i32 7}
