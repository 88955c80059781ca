; Vectors have a length that is known.
; RUN: fails forward
target triple = "spir64-unknown-unknown"

define spir_func void @f(ptr addrspace(1) %p) {
  %x = load <vscale x 4 x i32>, ptr addrspace(1) %p
  ret void
}
