; RUN: forward
; RUN: roundtrip
target triple = "spir64-unknown-unknown"

define spir_func i32 @f(i32 %a, i32 %b) {
  %x = trunc i32 %a to i5
  %y = trunc i32 %b to i5
  %less = icmp slt i5 %x, %y
  %half = ashr i5 %x, 1
  %wide = sext i5 %half to i32
  %r = select i1 %less, i32 %wide, i32 0
  ret i32 %r
}
