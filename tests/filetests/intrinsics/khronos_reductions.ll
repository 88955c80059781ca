; Reductions as the Khronos translator writes them: components first, then in pairs, the odd one last.
; RUN: forward khronos
; NO-ROUND-TRIP: the dynamic extracts come back with constant indices
target triple = "spir64-unknown-unknown"

define spir_func i32 @odd(<3 x i32> %v) {
  %r = call i32 @llvm.vector.reduce.add.v3i32(<3 x i32> %v)
  ret i32 %r
}

define spir_func i16 @pairs(<4 x i16> %v) {
  %r = call i16 @llvm.vector.reduce.umax.v4i16(<4 x i16> %v)
  ret i16 %r
}

define spir_func float @started(float %s, <2 x float> %v) {
  %r = call float @llvm.vector.reduce.fadd.v2f32(float %s, <2 x float> %v)
  ret float %r
}

define spir_func float @extreme(<2 x float> %v) {
  %r = call float @llvm.vector.reduce.fmaximum.v2f32(<2 x float> %v)
  ret float %r
}

define spir_func i1 @booleans(<2 x i1> %v) {
  %r = call i1 @llvm.vector.reduce.xor.v2i1(<2 x i1> %v)
  ret i1 %r
}

declare i32 @llvm.vector.reduce.add.v3i32(<3 x i32>)
declare i16 @llvm.vector.reduce.umax.v4i16(<4 x i16>)
declare float @llvm.vector.reduce.fadd.v2f32(float, <2 x float>)
declare float @llvm.vector.reduce.fmaximum.v2f32(<2 x float>)
declare i1 @llvm.vector.reduce.xor.v2i1(<2 x i1>)
