; RUN: forward
; RUN: roundtrip
target triple = "spir64-unknown-unknown"

declare void @llvm.memcpy.p1.p0.i64(ptr addrspace(1), ptr, i64, i1)
define spir_func void @f(ptr addrspace(1) %to, i64 %n) {
  %from = alloca [16 x i8], align 16
  call void @llvm.memcpy.p1.p0.i64(ptr addrspace(1) align 4 %to, ptr align 16 %from, i64 16, i1 false)
  call void @llvm.memcpy.p1.p0.i64(ptr addrspace(1) %to, ptr %from, i64 %n, i1 true)
  call void @llvm.memcpy.p1.p0.i64(ptr addrspace(1) %to, ptr %from, i64 0, i1 false)
  ret void
}
