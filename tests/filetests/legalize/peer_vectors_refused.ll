; The drop-in refuses other vectors of odd lengths, as long as no extension has them.
; RUN: fails regularize drop-in
target triple = "spir64-unknown-unknown"
define spir_func <5 x i32> @f(<5 x i32> %v) {
  %w = add <5 x i32> %v, %v
  ret <5 x i32> %w
}
