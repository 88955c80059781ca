; What is only permitted needs no extension.
; RUN: forward
target triple = "spir64-unknown-unknown"
define spir_func float @f(float %x, float %y) {
  %quotient = fdiv float %x, %y, !fpmath !0
  ret float %quotient
}
!0 = !{float 2.5}
