; What is used is declared, each once, and nothing else.
; RUN: forward
; COVERS: s0_14 s0_17
target triple = "spir64-unknown-unknown"

define spir_func void @f(i64 %a, double %b, <8 x i8> %c) {
  ret void
}
