; A constant expression that comes into a phi is computed in front of no phi.
; RUN: forward
; RUN: forward khronos
; RUN: roundtrip
target triple = "spir64-unknown-unknown"

@room = internal addrspace(3) global [8 x i32] undef, align 4

define spir_func i32 @chosen(i1 %is, ptr addrspace(4) %p) {
entry:
  br i1 %is, label %one, label %both
one:
  br label %both
both:
  %n = phi i32 [ 1, %entry ], [ 2, %one ]
  %q = phi ptr addrspace(4) [ %p, %entry ], [ addrspacecast (ptr addrspace(3) @room to ptr addrspace(4)), %one ]
  %v = load i32, ptr addrspace(4) %q, align 4
  %s = add i32 %v, %n
  ret i32 %s
}
