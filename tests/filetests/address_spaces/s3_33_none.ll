; RUN: fails forward
; COVERS: s3_33
target triple = "spir64-unknown-unknown"

define spir_func void @f(ptr addrspace(42) %p) {
  ret void
}
