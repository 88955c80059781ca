; Opaque types of other targets.
; RUN: fails forward
target triple = "spir64-unknown-unknown"

define spir_func void @f(target("aarch64.svcount") %p) {
  ret void
}
