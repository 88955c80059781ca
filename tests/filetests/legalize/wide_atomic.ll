; No atomic is wider than 64 bits.
; RUN: fails forward
target triple = "spir64-unknown-unknown"

define spir_func i128 @f(ptr addrspace(1) %p, i128 %v) {
  %old = atomicrmw add ptr addrspace(1) %p, i128 %v seq_cst
  ret i128 %old
}
