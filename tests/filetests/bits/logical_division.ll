; Division by a bit that is not 0 (which would be undefined) is the identity; a remainder is 0; a shift by 0 as well.
; RUN: forward
; RUN: roundtrip
target triple = "spir64-unknown-unknown"

define spir_func void @f(i1 %a, i1 %b) {
  %udiv = udiv i1 %a, %b
  %sdiv = sdiv i1 %a, %b
  %urem = urem i1 %a, %b
  %srem = srem i1 %a, %b
  %shl = shl i1 %a, %b
  %lshr = lshr i1 %a, %b
  %ashr = ashr i1 %a, %b
  ret void
}
