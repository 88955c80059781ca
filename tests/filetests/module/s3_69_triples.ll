; The architecture decides the addressing model.
; RUN: forward
; COVERS: s3_69
target triple = "spirv32-unknown-unknown"

define spir_func void @f() {
  ret void
}
