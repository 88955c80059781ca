; Booleans that are the bits of something that is not known before.
; RUN: forward
target triple = "spir64-unknown-unknown"

@g = internal addrspace(1) global i8 0

define spir_kernel void @k(ptr addrspace(1) %o) {
  store i8 bitcast (<8 x i1> <i1 true, i1 trunc (i64 ptrtoint (ptr addrspace(1) @g to i64) to i1), i1 true, i1 true, i1 false, i1 false, i1 false, i1 false> to i8), ptr addrspace(1) %o
  ret void
}
