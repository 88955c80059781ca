; RUN: forward
; RUN: roundtrip
target triple = "spir64-unknown-unknown"

define spir_func i32 @f(i32 %a) {
  %frozen = freeze i32 %a
  %sum = add i32 %frozen, 1
  ret i32 %sum
}
