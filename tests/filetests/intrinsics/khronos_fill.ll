; memset with constants as the Khronos translator writes it: from a local variable; what exported functions take points to
; what their uses want; casts between pointers come back as instructions.
; RUN: roundtrip khronos
; NO-ROUND-TRIP: what a variable begins with comes back as a store
target triple = "spir64-unknown-unknown"

define spir_func void @fill(ptr addrspace(1) %p, ptr %q) {
  call void @llvm.memset.p1.i64(ptr addrspace(1) align 4 %p, i8 0, i64 12, i1 false)
  call void @llvm.memset.p0.i64(ptr align 8 %q, i8 5, i64 3, i1 true)
  store i32 1, ptr addrspace(1) %p, align 4
  ret void
}

declare void @llvm.memset.p1.i64(ptr addrspace(1), i8, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
