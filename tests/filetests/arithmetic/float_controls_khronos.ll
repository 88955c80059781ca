; The Khronos translator writes `reassoc` as AllowTransform with what that needs, and `fast` without its deprecated bit;
; `afn` does not come back. Fused multiplications have flags, too.
; RUN: forward khronos --spirv-ext=+SPV_KHR_float_controls2,+SPV_KHR_fma
; RUN: forward khronos
; RUN: roundtrip khronos --spirv-ext=+SPV_KHR_float_controls2,+SPV_KHR_fma
; RUN: forward --spirv-ext=+SPV_KHR_float_controls2,+SPV_KHR_fma
target triple = "spir64-unknown-unknown"

define spir_func float @f(float %a, float %b) {
  %fast = fadd fast float %a, %b
  %reassoc = fadd reassoc float %a, %fast
  %contract = fadd contract float %a, %reassoc
  %negated = fneg fast float %contract
  %is_less = fcmp fast olt float %a, %negated
  %chosen = select i1 %is_less, float %a, float %negated
  %fused = call nnan ninf float @llvm.fma.f32(float %a, float %b, float %chosen)
  ret float %fused
}

define spir_func <2 x double> @vector(<2 x double> %a, <2 x double> %b) {
  %sum = fadd reassoc nsz <2 x double> %a, %b
  %fused = call contract <2 x double> @llvm.fma.v2f64(<2 x double> %a, <2 x double> %b, <2 x double> %sum)
  ret <2 x double> %fused
}

declare float @llvm.fma.f32(float, float, float)
declare <2 x double> @llvm.fma.v2f64(<2 x double>, <2 x double>, <2 x double>)
