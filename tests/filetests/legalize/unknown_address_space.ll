; Address spaces are storage classes.
; RUN: fails forward
target triple = "spir64-unknown-unknown"

define spir_func void @f(ptr addrspace(77) %p) {
  ret void
}
