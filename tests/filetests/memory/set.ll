; A constant filled in, by a copy; what is not constant, by a loop.
; RUN: forward
; RUN: roundtrip
target triple = "spir64-unknown-unknown"

declare void @llvm.memset.p1.i64(ptr addrspace(1), i8, i64, i1)
define spir_func void @f(ptr addrspace(1) %p) {
  call void @llvm.memset.p1.i64(ptr addrspace(1) align 4 %p, i8 0, i64 16, i1 false)
  call void @llvm.memset.p1.i64(ptr addrspace(1) align 1 %p, i8 42, i64 4, i1 false)
  ret void
}
