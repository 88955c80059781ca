; RUN: fails forward
target triple = "spir64-unknown-unknown"

define spir_func <5 x i32> @f(<5 x i32> %a) {
  ret <5 x i32> %a
}
