; undef and poison are both OpUndef.
; RUN: forward
; RUN: roundtrip
; COVERS: s2_116
target triple = "spir64-unknown-unknown"

define spir_func i32 @f(i32 %a, <2 x float> %v) {
  %undef = add i32 %a, undef
  %poison = mul i32 %undef, poison
  %first = insertelement <2 x float> poison, float 1.0, i32 0
  %frozen = freeze i32 %poison
  ret i32 %frozen
}
