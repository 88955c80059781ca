; Minima and maxima that look at NaN and at the sign of zero: the Khronos translator's `fmin`, `fmax` and comparisons do not.
; NO-ROUND-TRIP: a sequence of instructions is not an intrinsic again
; RUN: forward khronos
target triple = "spir64-unknown-unknown"
declare float @llvm.minimum.f32(float, float)
declare <2 x half> @llvm.maximum.v2f16(<2 x half>, <2 x half>)
declare double @llvm.minimumnum.f64(double, double)
declare float @llvm.maximumnum.f32(float, float)
declare float @llvm.vector.reduce.fmin.v2f32(<2 x float>)
declare float @llvm.vector.reduce.fmax.v3f32(<3 x float>)
declare float @llvm.vector.reduce.fminimum.v2f32(<2 x float>)
declare double @llvm.vector.reduce.fmaximum.v2f64(<2 x double>)
define spir_func float @minimum(float %a, float %b) {
  %r = call float @llvm.minimum.f32(float %a, float %b)
  ret float %r
}
define spir_func <2 x half> @maximum(<2 x half> %a, <2 x half> %b) {
  %r = call <2 x half> @llvm.maximum.v2f16(<2 x half> %a, <2 x half> %b)
  ret <2 x half> %r
}
define spir_func double @minimum_number(double %a, double %b) {
  %r = call double @llvm.minimumnum.f64(double %a, double %b)
  ret double %r
}
define spir_func float @maximum_number(float %a, float %b) {
  %r = call float @llvm.maximumnum.f32(float %a, float %b)
  ret float %r
}
define spir_func float @least(<2 x float> %v) {
  %r = call float @llvm.vector.reduce.fmin.v2f32(<2 x float> %v)
  ret float %r
}
define spir_func float @most(<3 x float> %v) {
  %r = call float @llvm.vector.reduce.fmax.v3f32(<3 x float> %v)
  ret float %r
}
define spir_func float @least_or_nan(<2 x float> %v) {
  %r = call float @llvm.vector.reduce.fminimum.v2f32(<2 x float> %v)
  ret float %r
}
define spir_func double @most_or_nan(<2 x double> %v) {
  %r = call double @llvm.vector.reduce.fmaximum.v2f64(<2 x double> %v)
  ret double %r
}
