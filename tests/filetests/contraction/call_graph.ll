; A kernel is not contracted if it reaches a sum that must be rounded by itself; under the name of the Khronos translator
; any sum is one, and so is what a function of another module may hold.
; RUN: forward
; RUN: forward khronos
; RUN: forward --spirv-fp-contract=off
; RUN: forward --spirv-fp-contract=fast
target triple = "spir64-unknown-unknown"
declare spir_func float @outside(float)
define spir_func float @nested(float %a, float %b) {
  %p = fmul float %a, %b
  %s = fadd float %p, %b
  ret float %s
}
define spir_kernel void @calls(float %a, float %b) {
  %r = call spir_func float @nested(float %a, float %b)
  ret void
}
define spir_kernel void @sum(float %a, float %b) {
  %s = fsub float %a, %b
  ret void
}
define spir_kernel void @unknown(float %a) {
  %r = call spir_func float @outside(float %a)
  ret void
}
define spir_kernel void @contracts(float %a, float %b) {
  %p = fmul float %a, %b
  %s = fadd contract float %p, %b
  ret void
}
