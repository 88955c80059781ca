; Sizes are as wide as addresses.
; RUN: forward
; RUN: roundtrip
target triple = "spir-unknown-unknown"

declare void @llvm.memcpy.p1.p1.i32(ptr addrspace(1), ptr addrspace(1), i32, i1)
define spir_func void @f(ptr addrspace(1) %to, ptr addrspace(1) %from) {
  call void @llvm.memcpy.p1.p1.i32(ptr addrspace(1) align 4 %to, ptr addrspace(1) align 4 %from, i32 64, i1 false)
  ret void
}
