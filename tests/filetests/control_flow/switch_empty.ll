; RUN: forward
; RUN: roundtrip
target triple = "spir64-unknown-unknown"

define spir_func i32 @f(i32 %a) {
  switch i32 %a, label %other []
other:
  ret i32 0
}
