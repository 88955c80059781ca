; RUN: fails forward
target triple = "spir64-unknown-unknown"

declare spir_func i32 @printf(ptr addrspace(1), ...)

define spir_kernel void @k(ptr addrspace(1) %format) {
  %r = call spir_func i32 (ptr addrspace(1), ...) @printf(ptr addrspace(1) %format)
  ret void
}
