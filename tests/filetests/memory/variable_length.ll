; RUN: fails forward
target triple = "spir64-unknown-unknown"

define spir_func void @f(i32 %n) {
  %a = alloca i32, i32 %n, align 4
  ret void
}
