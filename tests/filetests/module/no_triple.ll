; RUN: fails forward
target triple = ""

define spir_func void @f() {
  ret void
}
