; A function that the module itself defines is no builtin, whatever its name.
; RUN: forward
; RUN: roundtrip
target triple = "spir64-unknown-unknown"

define spir_func float @_Z4sqrtf(float %x) {
  ret float %x
}

define spir_func float @f(float %x) {
  %v = call spir_func float @_Z4sqrtf(float %x)
  ret float %v
}
