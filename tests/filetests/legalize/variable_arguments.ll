; Only printf takes variable arguments.
; RUN: fails forward
target triple = "spir64-unknown-unknown"

define spir_func void @f(i32 %count, ...) {
  ret void
}
