; llvm.fmuladd may be fused or not; the constrained one must not be a `mad`, which rounds as it likes.
; RUN: forward
; RUN: forward --spirv-ext-inst=none
target triple = "spir64-unknown-unknown"
declare float @llvm.fmuladd.f32(float, float, float)
declare float @llvm.experimental.constrained.fmuladd.f32(float, float, float, metadata, metadata)
define spir_func float @f(float %a, float %b, float %c) {
  %r = call nnan float @llvm.fmuladd.f32(float %a, float %b, float %c)
  %s = call float @llvm.experimental.constrained.fmuladd.f32(float %r, float %b, float %c, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  ret float %s
}
