; Conversions that saturate, to integers that SPIR-V does not have: to 64 bits first, which saturates, too.
; RUN: forward
; RUN: roundtrip
target triple = "spir64-unknown-unknown"

define spir_func i64 @signed(float %x) {
  %n = call i2 @llvm.fptosi.sat.i2.f32(float %x)
  %r = sext i2 %n to i64
  ret i64 %r
}

define spir_func i32 @unsigned(double %x) {
  %n = call i7 @llvm.fptoui.sat.i7.f64(double %x)
  %r = zext i7 %n to i32
  ret i32 %r
}

define spir_func <2 x i64> @vector(<2 x float> %x) {
  %n = call <2 x i40> @llvm.fptosi.sat.v2i40.v2f32(<2 x float> %x)
  %r = sext <2 x i40> %n to <2 x i64>
  ret <2 x i64> %r
}

declare i2 @llvm.fptosi.sat.i2.f32(float)
declare i7 @llvm.fptoui.sat.i7.f64(double)
declare <2 x i40> @llvm.fptosi.sat.v2i40.v2f32(<2 x float>)
