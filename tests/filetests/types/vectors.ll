; RUN: forward
; RUN: roundtrip
; COVERS: s2_07
target triple = "spir64-unknown-unknown"

define spir_func void @f(<2 x i8> %a, <3 x i16> %b, <4 x i32> %c, <8 x i64> %d, <16 x half> %e, <8 x i1> %f) {
  ret void
}
