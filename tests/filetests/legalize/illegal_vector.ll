; RUN: forward
; RUN: roundtrip
target triple = "spir64-unknown-unknown"

define spir_func <2 x i32> @f(<2 x i32> %a, <2 x i32> %b) {
  %five = shufflevector <2 x i32> %a, <2 x i32> %b, <5 x i32> <i32 0, i32 1, i32 2, i32 3, i32 0>
  %sum = add <5 x i32> %five, %five
  %two = shufflevector <5 x i32> %sum, <5 x i32> poison, <2 x i32> <i32 4, i32 1>
  ret <2 x i32> %two
}
