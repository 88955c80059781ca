; RUN: forward
; RUN: roundtrip
target triple = "spir64-unknown-unknown"

declare void @llvm.memset.p1.i64(ptr addrspace(1), i8, i64, i1)
define spir_func void @f(ptr addrspace(1) %p, i8 %byte, i64 %n) {
entry:
  call void @llvm.memset.p1.i64(ptr addrspace(1) align 1 %p, i8 %byte, i64 %n, i1 false)
  ret void
}
