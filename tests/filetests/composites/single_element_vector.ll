; Vectors of one component are legal in LLVM IR only.
; RUN: fails forward
target triple = "spir64-unknown-unknown"

define spir_func <1 x i32> @f(<1 x i32> %v) {
  ret <1 x i32> %v
}
