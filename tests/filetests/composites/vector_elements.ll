; A constant index is a literal, another one is dynamic.
; RUN: forward
; RUN: roundtrip
; COVERS: s2_78 s2_79 s2_137
target triple = "spir64-unknown-unknown"

define spir_func void @f(<4 x float> %v, float %x, i32 %i, i64 %j) {
  %e = extractelement <4 x float> %v, i32 2
  %d = extractelement <4 x float> %v, i32 %i
  %l = extractelement <4 x float> %v, i64 %j
  %ins = insertelement <4 x float> %v, float %x, i64 3
  %dyn = insertelement <4 x float> %v, float %x, i32 %i
  ret void
}
