; A variable that outlives a kernel, and does not begin with zeros.
; RUN: fails forward --environment=vulkan1.3
target triple = "spirv64-unknown-unknown"
@counter = addrspace(1) global i32 100
define spir_kernel void @kernel() {
  %old = atomicrmw add ptr addrspace(1) @counter, i32 1 monotonic
  ret void
}
