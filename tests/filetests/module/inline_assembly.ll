; RUN: fails forward
target triple = "spir64-unknown-unknown"

define spir_func void @f() {
  call void asm sideeffect "nop", ""()
  ret void
}
