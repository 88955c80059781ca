; A size of another width than addresses.
; RUN: forward
; RUN: roundtrip
target triple = "spir64-unknown-unknown"

declare void @llvm.memcpy.p1.p1.i32(ptr addrspace(1), ptr addrspace(1), i32, i1)
define spir_func void @f(ptr addrspace(1) %to, ptr addrspace(1) %from, i32 %n) {
  call void @llvm.memcpy.p1.p1.i32(ptr addrspace(1) align 4 %to, ptr addrspace(1) align 4 %from, i32 %n, i1 false)
  ret void
}
