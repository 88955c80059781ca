; RUN: forward
; RUN: roundtrip
; COVERS: s2_120
target triple = "spir64-unknown-unknown"

define spir_func void @f(ptr addrspace(1) %p) {
  store double 0.0, ptr addrspace(1) %p, align 8
  store double -0.0, ptr addrspace(1) %p, align 8
  store double 1.000000e-01, ptr addrspace(1) %p, align 8
  store double 0x7FF0000000000000, ptr addrspace(1) %p, align 8
  store double 0xFFF0000000000000, ptr addrspace(1) %p, align 8
  store double 0x7FF8000000000000, ptr addrspace(1) %p, align 8
  store double 0xFFF8000000000001, ptr addrspace(1) %p, align 8
  store double 0x7FF0000000000001, ptr addrspace(1) %p, align 8
  store double 0x0000000000000001, ptr addrspace(1) %p, align 8
  store double 0x000FFFFFFFFFFFFF, ptr addrspace(1) %p, align 8
  store double 0x7FEFFFFFFFFFFFFF, ptr addrspace(1) %p, align 8
  ret void
}
