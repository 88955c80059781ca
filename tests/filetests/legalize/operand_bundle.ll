; What a bundle means is up to its name; that of convergence says what convergent says.
; RUN: fails forward
target triple = "spir64-unknown-unknown"

declare spir_func void @g(ptr)

define spir_func void @f(ptr %p) {
  call spir_func void @g(ptr %p) [ "deopt"(i32 1) ]
  ret void
}
