; What a parameter points to: by the mangled name, else bytes where other modules may call; by its uses where none can.
; RUN: forward
; RUN: roundtrip
target triple = "spir64-unknown-unknown"

define spir_func float @_Z3oddPU3AS1f(ptr addrspace(1) %p) {
  %v = load float, ptr addrspace(1) %p, align 4
  ret float %v
}

define spir_func float @plain(ptr addrspace(1) %p) {
  %v = load float, ptr addrspace(1) %p, align 4
  ret float %v
}

define internal spir_func float @hidden(ptr addrspace(1) %p) {
  %v = load float, ptr addrspace(1) %p, align 4
  ret float %v
}

define spir_kernel void @kernel(ptr addrspace(1) %p) {
  %v = call spir_func float @hidden(ptr addrspace(1) %p)
  %w = call spir_func float @plain(ptr addrspace(1) %p)
  %x = call spir_func float @_Z3oddPU3AS1f(ptr addrspace(1) %p)
  ret void
}
