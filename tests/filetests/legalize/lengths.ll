; RUN: forward
target triple = "spir64-unknown-unknown"

define spir_func void @f(ptr addrspace(1) %p, ptr addrspace(1) %q, i8 %n, i1 %b, i24 %o, i128 %r) {
  call void @llvm.memset.p1.i8(ptr addrspace(1) align 4 %p, i8 0, i8 %n, i1 false)
  call void @llvm.memset.p1.i1(ptr addrspace(1) align 4 %p, i8 0, i1 %b, i1 false)
  call void @llvm.memset.p1.i24(ptr addrspace(1) align 4 %p, i8 0, i24 %o, i1 false)
  call void @llvm.memset.p1.i128(ptr addrspace(1) align 4 %p, i8 0, i128 %r, i1 false)
  call void @llvm.memset.inline.p1.i128(ptr addrspace(1) align 4 %p, i8 3, i128 77, i1 true)
  call void @llvm.memcpy.p1.p1.i128(ptr addrspace(1) align 4 %p, ptr addrspace(1) align 2 %q, i128 %r, i1 false)
  call void @llvm.memmove.p1.p1.i8(ptr addrspace(1) align 4 %p, ptr addrspace(1) align 2 %q, i8 %n, i1 true)
  ret void
}
