; RUN: fails forward
target triple = "spir64-unknown-unknown"

define spir_func <2 x ptr addrspace(1)> @f(<2 x ptr addrspace(1)> %v) {
  ret <2 x ptr addrspace(1)> %v
}
