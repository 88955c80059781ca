; Sizes that no array has: nothing of them becomes the length of one.
; RUN: forward
; RUN: roundtrip
; RUN: forward khronos
target triple = "spir64-unknown-unknown"

define spir_kernel void @k(ptr addrspace(1) %o, ptr addrspace(1) %i, ptr addrspace(3) %l) {
  call void @llvm.memset.p1.i64(ptr addrspace(1) %o, i8 0, i64 -1, i1 false)
  call void @llvm.memset.p1.i64(ptr addrspace(1) %o, i8 0, i64 9223372036854775807, i1 false)
  call void @llvm.memcpy.p1.p1.i64(ptr addrspace(1) %o, ptr addrspace(1) %i, i64 -1, i1 false)
  call void @llvm.memmove.p1.p1.i64(ptr addrspace(1) %o, ptr addrspace(1) %i, i64 -1, i1 false)
  call void @llvm.memmove.p1.p3.i64(ptr addrspace(1) %o, ptr addrspace(3) %l, i64 -1, i1 false)
  ret void
}

declare void @llvm.memset.p1.i64(ptr addrspace(1), i8, i64, i1)
declare void @llvm.memcpy.p1.p1.i64(ptr addrspace(1), ptr addrspace(1), i64, i1)
declare void @llvm.memmove.p1.p1.i64(ptr addrspace(1), ptr addrspace(1), i64, i1)
declare void @llvm.memmove.p1.p3.i64(ptr addrspace(1), ptr addrspace(3), i64, i1)
