; RUN: forward
; A body that is only for the optimiser to look at does not make a function of a builtin.
target triple = "spir64-unknown-unknown"

define available_externally spir_func float @_Z3sinf(float %x) {
  ret float %x
}

define spir_func float @f(float %x) {
  %y = call spir_func float @_Z3sinf(float %x)
  ret float %y
}
