; llvm.fma rounds once, llvm.fmuladd may: fma and mad.
; RUN: forward
; RUN: roundtrip
target triple = "spir64-unknown-unknown"

declare float @llvm.fma.f32(float, float, float)
declare float @llvm.fmuladd.f32(float, float, float)
define spir_func void @f(float %a, float %b, float %c) {
  %fma = call float @llvm.fma.f32(float %a, float %b, float %c)
  %mad = call float @llvm.fmuladd.f32(float %a, float %b, float %c)
  ret void
}
