; RUN: fails forward
target triple = "spir64-unknown-unknown"

define spir_func i33 @f(i33 %a) {
  %sum = add i33 %a, 1
  ret i33 %sum
}
