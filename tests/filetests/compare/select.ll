; RUN: forward
; RUN: roundtrip
; COVERS: s2_115
target triple = "spir64-unknown-unknown"

define spir_func void @f(i1 %c, i32 %a, i32 %b, <2 x i1> %m, <2 x float> %v, <2 x float> %w) {
  %scalar = select i1 %c, i32 %a, i32 %b
  %lanes = select <2 x i1> %m, <2 x float> %v, <2 x float> %w
  %whole = select i1 %c, <2 x float> %v, <2 x float> %w
  %bool = select i1 %c, i1 true, i1 %c
  ret void
}
