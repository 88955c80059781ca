; The optimiser narrows selectors to any width.
; RUN: forward
; RUN: roundtrip
target triple = "spir64-unknown-unknown"

define spir_func i32 @f(i32 %a) {
  %cut = trunc i32 %a to i3
  switch i3 %cut, label %other [
    i3 1, label %yes
    i3 -1, label %yes
  ]
yes:
  ret i32 1
other:
  ret i32 0
}
