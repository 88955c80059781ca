; Khronos mode refuses other vectors of illegal lengths, as long as no extension has them.
; RUN: fails regularize khronos
target triple = "spir64-unknown-unknown"
define spir_func <5 x i32> @f(<5 x i32> %v) {
  %w = add <5 x i32> %v, %v
  ret <5 x i32> %w
}
