; There is no way between two of the named address spaces.
; RUN: fails forward
target triple = "spir64-unknown-unknown"

define spir_func ptr addrspace(3) @f(ptr addrspace(1) %g) {
  %l = addrspacecast ptr addrspace(1) %g to ptr addrspace(3)
  ret ptr addrspace(3) %l
}
