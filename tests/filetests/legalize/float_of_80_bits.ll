; Floating-point numbers that SPIR-V lacks.
; RUN: fails forward
target triple = "spir64-unknown-unknown"

define spir_func void @f(ptr addrspace(1) %p) {
  %x = load x86_fp80, ptr addrspace(1) %p
  ret void
}
