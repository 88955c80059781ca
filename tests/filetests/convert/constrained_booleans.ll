; Constrained conversions from and to booleans, which are no numbers in SPIR-V: as the plain ones. No rounding mode
; changes 0 and 1.
; RUN: forward
; RUN: roundtrip
; RUN: forward khronos
target triple = "spir64-unknown-unknown"

define spir_func i1 @to_boolean(float %x) strictfp {
  %a = call i1 @llvm.experimental.constrained.fptosi.i1.f32(float %x, metadata !"fpexcept.strict") strictfp
  %b = call i1 @llvm.experimental.constrained.fptoui.i1.f32(float %x, metadata !"fpexcept.strict") strictfp
  %r = xor i1 %a, %b
  ret i1 %r
}

define spir_func <3 x i1> @to_booleans(<3 x double> %x) strictfp {
  %r = call <3 x i1> @llvm.experimental.constrained.fptoui.v3i1.v3f64(<3 x double> %x, metadata !"fpexcept.strict") strictfp
  ret <3 x i1> %r
}

define spir_func float @from_boolean(i1 %x) strictfp {
  %a = call float @llvm.experimental.constrained.sitofp.f32.i1(i1 %x, metadata !"round.upward", metadata !"fpexcept.strict") strictfp
  %b = call float @llvm.experimental.constrained.uitofp.f32.i1(i1 %x, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  %r = fadd float %a, %b
  ret float %r
}

define spir_func <4 x half> @from_booleans(<4 x i1> %x) strictfp {
  %r = call <4 x half> @llvm.experimental.constrained.uitofp.v4f16.v4i1(<4 x i1> %x, metadata !"round.tonearest", metadata !"fpexcept.strict") strictfp
  ret <4 x half> %r
}
