; Nor can a branch go to one.
; RUN: fails forward
target triple = "spir64-unknown-unknown"

define spir_func void @f(ptr %p) {
  indirectbr ptr %p, [label %here, label %there]

here:
  ret void

there:
  ret void
}
