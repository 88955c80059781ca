; Blocks have no address.
; RUN: fails forward
target triple = "spir64-unknown-unknown"

define spir_func ptr @f(i1 %c) {
  br i1 %c, label %here, label %there

here:
  ret ptr blockaddress(@f, %there)

there:
  ret ptr null
}
