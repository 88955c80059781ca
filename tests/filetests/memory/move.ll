; Source and target may overlap, which OpCopyMemorySized does not allow.
; RUN: forward
; RUN: roundtrip
target triple = "spir64-unknown-unknown"

declare void @llvm.memmove.p1.p1.i64(ptr addrspace(1), ptr addrspace(1), i64, i1)
define spir_func void @f(ptr addrspace(1) %p) {
  %q = getelementptr i8, ptr addrspace(1) %p, i64 4
  call void @llvm.memmove.p1.p1.i64(ptr addrspace(1) align 4 %q, ptr addrspace(1) align 4 %p, i64 16, i1 false)
  ret void
}
