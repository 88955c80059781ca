; Constant memory is no part of the generic address space.
; RUN: fails forward
target triple = "spir64-unknown-unknown"

define spir_func ptr addrspace(4) @cast(ptr addrspace(2) %p) {
  %cast = addrspacecast ptr addrspace(2) %p to ptr addrspace(4)
  ret ptr addrspace(4) %cast
}
