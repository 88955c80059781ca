; RUN: forward
; RUN: roundtrip
target triple = "spir64-unknown-unknown"

define spir_func ptr addrspace(1) @f(ptr addrspace(1) %p) {
  store ptr addrspace(3) null, ptr addrspace(1) %p, align 8
  store ptr null, ptr addrspace(1) %p, align 8
  store ptr addrspace(4) null, ptr addrspace(1) %p, align 8
  ret ptr addrspace(1) null
}
