; Flags of everything that computes, by the extension of Khronos; Intel's is for arithmetic alone, and keeps what it had.
; RUN: forward --spirv-ext=+SPV_KHR_float_controls2
; RUN: forward --spirv-ext=+SPV_INTEL_fp_fast_math_mode
; RUN: roundtrip --spirv-ext=+SPV_KHR_float_controls2
target triple = "spir64-unknown-unknown"

define spir_func i1 @f(float %a, float %b) {
  %p = fmul contract float %a, %b
  %s = fadd reassoc nsz float %p, %b
  %t = fsub fast float %s, %a
  %n = fneg nnan float %t
  %r = call ninf float @llvm.sqrt(float %n)
  %c = fcmp nnan ninf olt float %r, %b
  ret i1 %c
}
