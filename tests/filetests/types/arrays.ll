; RUN: forward
; RUN: roundtrip
; COVERS: s2_09
target triple = "spir64-unknown-unknown"

define spir_func void @f() {
  %flat = alloca [3 x i32], align 4
  %nested = alloca [2 x [3 x <4 x float>]], align 16
  ret void
}
