; Integers of widths that SPIR-V does not have live in the next wider one.
; RUN: forward
; RUN: roundtrip
target triple = "spir64-unknown-unknown"

define spir_func i64 @f(i64 %a) {
  %cut = trunc i64 %a to i33
  %sum = add i33 %cut, 1
  %quotient = udiv i33 %sum, 3
  %long = zext i33 %quotient to i64
  ret i64 %long
}
