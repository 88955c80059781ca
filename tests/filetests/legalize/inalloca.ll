; How other targets pass arguments.
; RUN: fails forward
target triple = "spir64-unknown-unknown"

define spir_func void @f(ptr inalloca(i32) %p) {
  ret void
}
