; llvm.is.fpclass in Khronos mode: the Khronos translator takes negative subnormal numbers for others, and all negative ones for
; NaN, so that it is written as otherwise.
; RUN: forward khronos
target triple = "spir64-unknown-unknown"
declare i1 @llvm.is.fpclass.f32(float, i32 immarg)
declare <2 x i1> @llvm.is.fpclass.v2f64(<2 x double>, i32 immarg)
define spir_func i1 @nothing(float %x) {
  %r = call i1 @llvm.is.fpclass.f32(float %x, i32 0)
  ret i1 %r
}
define spir_func i1 @not_positive_zero(float %x) {
  %r = call i1 @llvm.is.fpclass.f32(float %x, i32 959)
  ret i1 %r
}
define spir_func <2 x i1> @many(<2 x double> %x) {
  %r = call <2 x i1> @llvm.is.fpclass.v2f64(<2 x double> %x, i32 341)
  ret <2 x i1> %r
}
define spir_func i1 @quiet_or_zero(float %x) {
  %r = call i1 @llvm.is.fpclass.f32(float %x, i32 98)
  ret i1 %r
}
define spir_func i1 @signalling(half %x) {
  %r = call i1 @llvm.is.fpclass.f16(half %x, i32 1)
  ret i1 %r
}
define spir_func i1 @subnormal(float %x) {
  %r = call i1 @llvm.is.fpclass.f32(float %x, i32 144)
  ret i1 %r
}
define spir_func i1 @not_finite_or_negative(float %x) {
  %r = call i1 @llvm.is.fpclass.f32(float %x, i32 575)
  ret i1 %r
}
declare i1 @llvm.is.fpclass.f16(half, i32 immarg)
