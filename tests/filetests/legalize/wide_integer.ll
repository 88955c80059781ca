; Twice the widest: two halves.
; RUN: forward
; RUN: roundtrip
target triple = "spir64-unknown-unknown"

define spir_func i64 @f(i64 %a, i64 %b) {
  %x = zext i64 %a to i128
  %y = zext i64 %b to i128
  %product = mul i128 %x, %y
  %shifted = lshr i128 %product, 64
  %high = trunc i128 %shifted to i64
  ret i64 %high
}
