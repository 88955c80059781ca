; SPIR-V has no word for exact, disjoint and nneg: they go, the instructions stay.
; RUN: forward
; RUN: roundtrip
target triple = "spir64-unknown-unknown"

define spir_func void @f(i32 %a, i32 %b, i8 %c) {
  %udiv = udiv exact i32 %a, %b
  %lshr = lshr exact i32 %a, %b
  %or = or disjoint i32 %a, %b
  %zext = zext nneg i8 %c to i32
  ret void
}
