; RUN: forward
; RUN: roundtrip
target triple = "spir64-unknown-unknown"

define spir_func float @f(ptr addrspace(1) %p, i64 %i) {
  %e = getelementptr <4 x float>, ptr addrspace(1) %p, i64 %i, i64 2
  %v = load float, ptr addrspace(1) %e, align 4
  ret float %v
}
