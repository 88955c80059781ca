; RUN: fails forward
target triple = "spir64-unknown-unknown"

define spir_func void @g(ptr %f) {
  call spir_func void %f()
  ret void
}
