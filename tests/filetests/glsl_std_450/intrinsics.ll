; LLVM's intrinsics that are several instructions in shaders.
; RUN: forward
; ENV: vulkan1.2
; NO-ROUND-TRIP: the sequences come back as what they are
target triple = "spirv1.5-unknown-vulkan1.2-library"

define float @rounded(float %x) {
  %1 = call float @llvm.round.f32(float %x)
  %2 = call float @llvm.rint.f32(float %1)
  ret float %2
}

define float @powers(float %x, i32 %n) {
  %1 = call float @llvm.exp10.f32(float %x)
  %2 = call float @llvm.log10.f32(float %1)
  %3 = call float @llvm.powi.f32.i32(float %2, i32 %n)
  ret float %3
}

define <2 x float> @signs(<2 x float> %x, <2 x float> %y) {
  %1 = call <2 x float> @llvm.copysign.v2f32(<2 x float> %x, <2 x float> %y)
  %2 = call <2 x float> @llvm.maximum.v2f32(<2 x float> %1, <2 x float> %y)
  %3 = call <2 x float> @llvm.minimumnum.v2f32(<2 x float> %2, <2 x float> %y)
  ret <2 x float> %3
}

define { float, i32 } @parts(float %x) {
  %1 = call { float, i32 } @llvm.frexp.f32.i32(float %x)
  ret { float, i32 } %1
}

define float @angles(float %x) {
  %1 = call { float, float } @llvm.sincos.f32(float %x)
  %2 = extractvalue { float, float } %1, 1
  ret float %2
}

define i1 @class(float %x) {
  %1 = call i1 @llvm.is.fpclass.f32(float %x, i32 264)
  ret i1 %1
}

define i32 @saturated(float %x, i32 %a, i32 %b) {
  %1 = call i32 @llvm.fptosi.sat.i32.f32(float %x)
  %2 = call i32 @llvm.uadd.sat.i32(i32 %1, i32 %a)
  %3 = call i32 @llvm.ssub.sat.i32(i32 %2, i32 %b)
  ret i32 %3
}

define i1 @overflow(i32 %a, i32 %b) {
  %1 = call { i32, i1 } @llvm.smul.with.overflow.i32(i32 %a, i32 %b)
  %2 = extractvalue { i32, i1 } %1, 1
  ret i1 %2
}

define i32 @bits(i32 %a, i32 %b) {
  %1 = call i32 @llvm.ctlz.i32(i32 %a, i1 false)
  %2 = call i32 @llvm.cttz.i32(i32 %1, i1 false)
  %3 = call i32 @llvm.ctpop.i32(i32 %2)
  %4 = call i32 @llvm.bitreverse.i32(i32 %3)
  %5 = call i32 @llvm.fshl.i32(i32 %4, i32 %4, i32 %b)
  ret i32 %5
}

define i64 @wide_bits(i64 %a) {
  %1 = call i64 @llvm.ctlz.i64(i64 %a, i1 false)
  %2 = call i64 @llvm.cttz.i64(i64 %1, i1 false)
  %3 = call i64 @llvm.ctpop.i64(i64 %2)
  ret i64 %3
}

define i16 @narrow_bits(i16 %a) {
  %1 = call i16 @llvm.ctlz.i16(i16 %a, i1 false)
  %2 = call i16 @llvm.cttz.i16(i16 %1, i1 false)
  %3 = call i16 @llvm.bitreverse.i16(i16 %2)
  ret i16 %3
}

define i32 @least(<4 x i32> %x) {
  %1 = call i32 @llvm.vector.reduce.umin.v4i32(<4 x i32> %x)
  ret i32 %1
}
