; RUN: fails forward
; COVERS: s3_69
target triple = "x86_64-pc-linux-gnu"

define spir_func void @f() {
  ret void
}
