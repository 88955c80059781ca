; A kernel of another module.
; RUN: forward
; RUN: roundtrip
target triple = "spir64-unknown-unknown"

declare spir_kernel void @elsewhere(ptr addrspace(1))

define spir_kernel void @here(ptr addrspace(1) %p) {
  call spir_kernel void @elsewhere(ptr addrspace(1) %p)
  ret void
}
