; RUN: fails forward
target triple = "spir64-unknown-unknown"

declare spir_func i32 @f(i32, ...)

define spir_func i32 @g(i32 %a) {
  %v = call spir_func i32 (i32, ...) @f(i32 %a, i32 2)
  ret i32 %v
}
