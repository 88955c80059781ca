; Where only signatures have them, the types are refused.
; RUN: fails forward khronos
target triple = "spir64-unknown-unknown"
define spir_func void @f(<5 x i32> %v) {
  ret void
}
