; What may be approximated is, in single precision.
; RUN: forward
target triple = "spir64-unknown-unknown"
declare float @llvm.sqrt.f32(float)
declare <2 x float> @llvm.sin.v2f32(<2 x float>)
declare double @llvm.tan.f64(double)
define spir_func float @f(float %a, <2 x float> %b, double %c) {
  %exact = call float @llvm.sqrt.f32(float %a)
  %native = call afn float @llvm.sqrt.f32(float %exact)
  %vector = call afn <2 x float> @llvm.sin.v2f32(<2 x float> %b)
  %double = call afn double @llvm.tan.f64(double %c)
  ret float %native
}
