; A result that no operand is tied to is whatever the register has.
; RUN: fails forward
target triple = "spir64-unknown-unknown"

define spir_func i32 @f(i32 %x) {
  %v = call i32 asm "", "=r,r"(i32 %x)
  ret i32 %v
}
