; Assembly that branches.
; RUN: fails forward
target triple = "spir64-unknown-unknown"

define spir_func void @f() {
  callbr void asm "", "r,!i"(i32 0) to label %here [label %there]

here:
  ret void

there:
  ret void
}
