; RUN: forward
; RUN: roundtrip
target triple = "spir64-unknown-unknown"

declare void @llvm.memmove.p1.p1.i64(ptr addrspace(1), ptr addrspace(1), i64, i1)
define spir_func void @f(ptr addrspace(1) %to, ptr addrspace(1) %from, i64 %n) {
entry:
  call void @llvm.memmove.p1.p1.i64(ptr addrspace(1) align 1 %to, ptr addrspace(1) align 1 %from, i64 %n, i1 false)
  ret void
}
