; contract and reassoc by an extension.
; RUN: forward --spirv-ext=+SPV_INTEL_fp_fast_math_mode
; RUN: roundtrip --spirv-ext=+SPV_INTEL_fp_fast_math_mode
target triple = "spir64-unknown-unknown"
define spir_func float @f(float %a, float %b) {
  %p = fmul contract float %a, %b
  %s = fadd reassoc nsz float %p, %b
  %t = fsub fast float %s, %a
  ret float %t
}
