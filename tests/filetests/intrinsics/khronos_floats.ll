; Floating-point and extreme intrinsics as the Khronos translator writes them.
; NO-ROUND-TRIP: a composite comes back as the Khronos translator has it, by way of memory
; RUN: forward khronos
target triple = "spir64-unknown-unknown"
declare { float, i32 } @llvm.frexp.f32.i32(float)
declare float @llvm.minimum.f32(float, float)
declare i32 @llvm.smax.i32(i32, i32)
declare <2 x i8> @llvm.umin.v2i8(<2 x i8>, <2 x i8>)
define spir_func i32 @f(float %a, float %b, i32 %i, <2 x i8> %v) {
  %least = call float @llvm.minimum.f32(float %a, float %b)
  %parts = call { float, i32 } @llvm.frexp.f32.i32(float %least)
  %exponent = extractvalue { float, i32 } %parts, 1
  %most = call i32 @llvm.smax.i32(i32 %exponent, i32 %i)
  %lanes = call <2 x i8> @llvm.umin.v2i8(<2 x i8> %v, <2 x i8> splat (i8 3))
  ret i32 %most
}
