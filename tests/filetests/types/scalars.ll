; RUN: forward
; RUN: roundtrip
; COVERS: s2_01 s2_04 s2_05 s2_06
target triple = "spir64-unknown-unknown"

define spir_func void @f(i1 %a, i8 %b, i16 %c, i32 %d, i64 %e, half %f, float %g, double %h) {
  ret void
}
