; OpenCL.std has exponents of 32 bits: others are extended, or the nearest ones of 32 bits, of powi's with the lowest
; bit that they have. Whole numbers have any width.
; RUN: forward
; RUN: roundtrip
; RUN: forward khronos --spirv-ext=+SPV_ALTERA_arbitrary_precision_integers
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spir64-unknown-unknown"

define spir_func i64 @exponent_of_64(double %x) {
  %r = call { double, i64 } @llvm.frexp.f64.i64(double %x)
  %e = extractvalue { double, i64 } %r, 1
  ret i64 %e
}

define spir_func i8 @exponent_of_8(float %x) {
  %r = call { float, i8 } @llvm.frexp.f32.i8(float %x)
  %e = extractvalue { float, i8 } %r, 1
  ret i8 %e
}

define spir_func <2 x i16> @exponents_of_16(<2 x half> %x, ptr addrspace(1) %o) {
  %r = call { <2 x half>, <2 x i16> } @llvm.frexp.v2f16.v2i16(<2 x half> %x)
  %f = extractvalue { <2 x half>, <2 x i16> } %r, 0
  store <2 x half> %f, ptr addrspace(1) %o
  %e = extractvalue { <2 x half>, <2 x i16> } %r, 1
  ret <2 x i16> %e
}

define spir_func float @scaled_by_64(float %x, i64 %n) {
  %r = call float @llvm.ldexp.f32.i64(float %x, i64 %n)
  ret float %r
}

define spir_func <3 x float> @scaled_by_8(<3 x float> %x, <3 x i8> %n) {
  %r = call <3 x float> @llvm.ldexp.v3f32.v3i8(<3 x float> %x, <3 x i8> %n)
  ret <3 x float> %r
}

define spir_func double @power_of_64(double %x, i64 %n) {
  %r = call nnan double @llvm.powi.f64.i64(double %x, i64 %n)
  ret double %r
}

define spir_func <2 x float> @power_of_16(<2 x float> %x, i16 %n) {
  %r = call <2 x float> @llvm.powi.v2f32.i16(<2 x float> %x, i16 %n)
  ret <2 x float> %r
}
