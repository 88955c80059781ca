; Each width has its type and its capability; constants are cut to their width.
; RUN: forward
; RUN: roundtrip
target triple = "spir64-unknown-unknown"

define spir_func void @f(i8 %a, i16 %b, i32 %c, i64 %d) {
  %byte = add i8 %a, -1
  %short = add i16 %b, -1
  %int = add i32 %c, -1
  %long = add i64 %d, -1
  ret void
}
