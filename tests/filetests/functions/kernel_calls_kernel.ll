; SPIR-V forbids calls of entry points: the entry point is a function that calls what was the kernel.
; RUN: forward
; RUN: roundtrip
target triple = "spir64-unknown-unknown"

define spir_kernel void @inner(ptr addrspace(1) %p) {
  store i32 1, ptr addrspace(1) %p, align 4
  ret void
}

define spir_kernel void @outer(ptr addrspace(1) %p) {
  call spir_kernel void @inner(ptr addrspace(1) %p)
  ret void
}
