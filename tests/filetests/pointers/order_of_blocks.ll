; A pointer points to what the first instruction through it takes, in the order of blocks that SPIR-V allows: each behind its
; dominator. Here the last block of the function dominates the one before it.
; RUN: forward
; RUN: roundtrip
target triple = "spir64-unknown-unknown"

define spir_kernel void @k(i64 %address, i64 %n, ptr addrspace(1) %out) {
entry:
  %p = inttoptr i64 %address to ptr addrspace(4)
  br label %head
body:
  %a = getelementptr i8, ptr addrspace(4) %p, i64 %n
  %b = load i8, ptr addrspace(4) %a, align 1
  %c = sext i8 %b to i16
  %r = add i16 %v, %c
  store i16 %r, ptr addrspace(1) %out, align 2
  ret void
head:
  %q = getelementptr i16, ptr addrspace(4) %p, i64 %n
  %v = load i16, ptr addrspace(4) %q, align 2
  br label %body
}
