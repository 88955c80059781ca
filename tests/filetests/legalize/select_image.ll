; Images lie in no table.
; RUN: fails forward
target triple = "spir64-unknown-unknown"

define spir_func void @f(i1 %c, target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %a, target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %b) {
  %either = select i1 %c, target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %a, target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %b
  ret void
}
