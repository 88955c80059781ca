; SPIR-V wants a block behind those that dominate it.
; RUN: forward
; RUN: roundtrip
target triple = "spir64-unknown-unknown"

define spir_func i32 @f(i1 %c) {
entry:
  br label %first

second:
  %w = add i32 %v, 1
  ret i32 %w

first:
  %v = select i1 %c, i32 1, i32 2
  br label %second
}
