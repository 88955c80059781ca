; RUN: forward
; RUN: roundtrip
target triple = "spir64-unknown-unknown"

define spir_func i32 @f(i32 %a) {
  %v = insertelement <1 x i32> poison, i32 %a, i32 0
  %sum = add <1 x i32> %v, splat (i32 1)
  %e = extractelement <1 x i32> %sum, i32 0
  ret i32 %e
}
