; How wrong results may be: of instructions, of calls, and of intrinsics that say so.
; RUN: forward --spirv-ext=+SPV_INTEL_fp_max_error
; RUN: roundtrip --spirv-ext=+SPV_INTEL_fp_max_error
; RUN: fails forward
target triple = "spir64-unknown-unknown"
declare float @llvm.fpbuiltin.hypot.f32(float, float)
declare float @llvm.fpbuiltin.fdiv.f32(float, float)
define spir_func float @callee(float %x) {
  ret float %x
}
define spir_func float @f(float %x, float %y) {
  %quotient = fdiv float %x, %y, !fpmath !0
  %called = call spir_func float @callee(float %quotient), !fpmath !1
  %length = call float @llvm.fpbuiltin.hypot.f32(float %called, float %y) #0
  %exact = call float @llvm.fpbuiltin.fdiv.f32(float %length, float %y)
  ret float %exact
}
attributes #0 = { "fpbuiltin-max-error"="0.1" }
!0 = !{float 2.5}
!1 = !{float 1.0}
