; Rounding modes of divisions and square roots are said where an extension allows it.
; RUN: forward
; RUN: forward --spirv-ext=+SPV_INTEL_rounded_divide_sqrt
; NO-VAL: SPIRV-Tools does not know the capability of rounded divisions
; COMPLAINT: Invalid capability operand: 6265
target triple = "spir64-unknown-unknown"
declare float @llvm.experimental.constrained.fdiv.f32(float, float, metadata, metadata)
declare float @llvm.experimental.constrained.sqrt.f32(float, metadata, metadata)
define spir_func float @f(float %a, float %b) {
  %q = call float @llvm.experimental.constrained.fdiv.f32(float %a, float %b, metadata !"round.towardzero", metadata !"fpexcept.strict") strictfp
  %r = call float @llvm.experimental.constrained.sqrt.f32(float %q, metadata !"round.downward", metadata !"fpexcept.strict") strictfp
  %s = call float @llvm.experimental.constrained.sqrt.f32(float %r, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  ret float %s
}
