; RUN: forward
; RUN: roundtrip
; COVERS: s2_120
target triple = "spir64-unknown-unknown"

define spir_func void @f(ptr addrspace(1) %p) {
  store half 0xH0000, ptr addrspace(1) %p, align 2
  store half 0xH8000, ptr addrspace(1) %p, align 2
  store half 0xH3C00, ptr addrspace(1) %p, align 2
  store half 0xH2E66, ptr addrspace(1) %p, align 2
  store half 0xH7C00, ptr addrspace(1) %p, align 2
  store half 0xHFC00, ptr addrspace(1) %p, align 2
  store half 0xH7E00, ptr addrspace(1) %p, align 2
  store half 0xHFE01, ptr addrspace(1) %p, align 2
  store half 0xH7D00, ptr addrspace(1) %p, align 2
  store half 0xH0001, ptr addrspace(1) %p, align 2
  store half 0xH03FF, ptr addrspace(1) %p, align 2
  store half 0xH7BFF, ptr addrspace(1) %p, align 2
  ret void
}
