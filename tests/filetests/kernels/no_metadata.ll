; RUN: forward
; RUN: roundtrip
; COVERS: s3_71
target triple = "spir64-unknown-unknown"

define spir_kernel void @k(ptr addrspace(1) %p, <4 x float> %v) {
  ret void
}
