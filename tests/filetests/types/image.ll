; Images come later.
; RUN: fails forward
target triple = "spir64-unknown-unknown"

define spir_func void @f(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %image) {
  ret void
}
