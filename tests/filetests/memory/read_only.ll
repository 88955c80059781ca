; Memory that a kernel only reads: SPIR-V forbids stores and atomic accesses there, of which LLVM IR knows nothing.
; RUN: fails forward
; RUN: fails forward khronos
target triple = "spir64-unknown-unknown"

define spir_kernel void @stored(ptr addrspace(2) %c, i32 %n) {
  store i32 %n, ptr addrspace(2) %c
  ret void
}

define spir_func i32 @loaded(ptr addrspace(2) %c) {
  %v = load atomic i32, ptr addrspace(2) %c seq_cst, align 4
  ret i32 %v
}

define spir_func void @changed(ptr addrspace(7) %c, i32 %n) {
  store atomic i32 %n, ptr addrspace(7) %c seq_cst, align 4
  ret void
}

define spir_func void @updated(ptr addrspace(2) %c, i32 %n, i8 %b) {
  %a = atomicrmw add ptr addrspace(2) %c, i32 %n seq_cst
  %x = cmpxchg ptr addrspace(2) %c, i32 %n, i32 1 seq_cst seq_cst
  %s = atomicrmw nand ptr addrspace(2) %c, i8 %b seq_cst
  ret void
}

define spir_func void @filled(ptr addrspace(2) %c, ptr addrspace(1) %p, i64 %n) {
  call void @llvm.memset.p2.i64(ptr addrspace(2) %c, i8 0, i64 16, i1 false)
  call void @llvm.memcpy.p2.p1.i64(ptr addrspace(2) %c, ptr addrspace(1) %p, i64 %n, i1 false)
  call void @llvm.memmove.p2.p1.i64(ptr addrspace(2) %c, ptr addrspace(1) %p, i64 %n, i1 false)
  ret void
}

define spir_func void @output(ptr addrspace(8) %c, i32 %n) {
  store i32 %n, ptr addrspace(8) %c
  ret void
}

declare void @llvm.memset.p2.i64(ptr addrspace(2), i8, i64, i1)
declare void @llvm.memcpy.p2.p1.i64(ptr addrspace(2), ptr addrspace(1), i64, i1)
declare void @llvm.memmove.p2.p1.i64(ptr addrspace(2), ptr addrspace(1), i64, i1)
