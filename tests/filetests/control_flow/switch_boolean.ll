; RUN: forward
; RUN: roundtrip
target triple = "spir64-unknown-unknown"

define spir_func i32 @f(i1 %a) {
  switch i1 %a, label %other [
    i1 true, label %yes
  ]
yes:
  ret i32 1
other:
  ret i32 0
}
