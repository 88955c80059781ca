; Input and output, as the other translator numbers them.
; RUN: forward
; RUN: roundtrip
; COVERS: s3_33
target triple = "spir64-unknown-unknown"

define spir_func void @f(ptr addrspace(7) %input) {
  ret void
}
