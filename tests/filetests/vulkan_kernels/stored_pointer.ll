; A pointer in memory.
; RUN: fails forward --environment=vulkan1.3
target triple = "spirv64-unknown-unknown"
define spir_kernel void @kernel(ptr addrspace(1) %list) {
  %next = load ptr addrspace(1), ptr addrspace(1) %list
  store i32 1, ptr addrspace(1) %next
  ret void
}
