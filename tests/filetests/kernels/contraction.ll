; Floating-point contraction is off where nothing says otherwise.
; RUN: forward
; RUN: roundtrip
; SHOW: module
target triple = "spir64-unknown-unknown"

define spir_kernel void @k(float %a) {
  %v = fmul float %a, %a
  ret void
}
