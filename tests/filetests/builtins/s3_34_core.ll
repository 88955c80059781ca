; An instruction that LLVM has none for is a call of its name, mangled.
; RUN: forward
; RUN: roundtrip
; COVERS: s3_02 s3_34 s3_35
target triple = "spir64-unknown-unknown"

declare spir_func float @_Z11__spirv_DotDv4_fS_(<4 x float>, <4 x float>)
declare spir_func i32 @_Z16__spirv_BitCounti(i32)
declare spir_func <2 x i64> @_Z16__spirv_BitCountDv2_l(<2 x i64>)

define spir_func void @f(<4 x float> %a, i32 %b, <2 x i64> %c) {
  %dot = call spir_func float @_Z11__spirv_DotDv4_fS_(<4 x float> %a, <4 x float> %a)
  %count = call spir_func i32 @_Z16__spirv_BitCounti(i32 %b)
  %counts = call spir_func <2 x i64> @_Z16__spirv_BitCountDv2_l(<2 x i64> %c)
  ret void
}
