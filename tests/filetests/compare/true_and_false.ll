; RUN: forward
; RUN: roundtrip
target triple = "spir64-unknown-unknown"

define spir_func i1 @f(float %a, float %b) {
  %true = fcmp true float %a, %b
  %false = fcmp false float %a, %b
  %both = and i1 %true, %false
  ret i1 %both
}
