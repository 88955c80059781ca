; xor with all ones.
; RUN: forward
; RUN: roundtrip
; COVERS: s2_37 s2_90
target triple = "spir64-unknown-unknown"

define spir_func void @f(i8 %a, i64 %b, <4 x i16> %v, i1 %c, <2 x i1> %d) {
  %byte = xor i8 %a, -1
  %long = xor i64 %b, -1
  %vector = xor <4 x i16> %v, splat (i16 -1)
  %mixed = xor <4 x i16> %v, <i16 -1, i16 -1, i16 0, i16 -1>
  %bool = xor i1 %c, true
  %bools = xor <2 x i1> %d, splat (i1 true)
  ret void
}
