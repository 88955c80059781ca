; RUN: forward
; RUN: roundtrip
target triple = "spir64-unknown-unknown"

define spir_func void @f(ptr addrspace(1) %p) {
  %a = alloca [2 x ptr addrspace(1)], align 8
  %e = getelementptr [2 x ptr addrspace(1)], ptr %a, i64 0, i64 1
  store ptr addrspace(1) %p, ptr %e, align 8
  ret void
}
