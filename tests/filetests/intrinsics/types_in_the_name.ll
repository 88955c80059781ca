; Intrinsics whose names end with other types than they have: LLVM names them by the types when it reads them, and takes the
; function that has that name already.
; RUN: roundtrip
; RUN: regularize
target triple = "spir64-unknown-unknown"

declare <4 x float> @llvm.sqrt.f32(<4 x float>)
declare <4 x float> @llvm.fabs.f64(<4 x float>)
declare <4 x float> @llvm.fabs.v4f32(<4 x float>)
declare double @llvm.fma(double, double, double)
declare i16 @llvm.umax.i32(i16, i16)

define <4 x float> @floats(<4 x float> %x) {
  %a = call <4 x float> @llvm.sqrt.f32(<4 x float> %x)
  %b = call <4 x float> @llvm.fabs.f64(<4 x float> %a)
  %c = call <4 x float> @llvm.fabs.v4f32(<4 x float> %b)
  ret <4 x float> %c
}

define double @no_type(double %x) {
  %a = call double @llvm.fma(double %x, double %x, double %x)
  ret double %a
}

define i16 @integers(i16 %x, i16 %y) {
  %a = call i16 @llvm.umax.i32(i16 %x, i16 %y)
  ret i16 %a
}
