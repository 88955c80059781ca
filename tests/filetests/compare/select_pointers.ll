; Pointers whose pointees differ.
; RUN: forward
; RUN: roundtrip
target triple = "spir64-unknown-unknown"

define spir_func i32 @f(i1 %c) {
  %ints = alloca [4 x i32], align 4
  %floats = alloca [4 x float], align 4
  %p = select i1 %c, ptr %ints, ptr %floats
  %v = load i32, ptr %p, align 4
  ret i32 %v
}
