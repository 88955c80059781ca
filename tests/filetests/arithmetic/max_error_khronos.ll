; Khronos mode writes six digits, and an attribute of any call needs no extension.
; RUN: roundtrip khronos --spirv-ext=+SPV_INTEL_fp_max_error
; RUN: forward khronos
target triple = "spir64-unknown-unknown"
declare spir_func float @callee(float)
define spir_func float @f(float %x, float %y) {
  %quotient = fdiv float %x, %y, !fpmath !0
  %called = call spir_func float @callee(float %quotient) #0
  ret float %called
}
attributes #0 = { "fpbuiltin-max-error"="0.5" }
!0 = !{float 2.5}
