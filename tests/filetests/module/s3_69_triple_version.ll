; RUN: forward
; COVERS: s3_69
target triple = "spirv64v1.4-unknown-unknown"

define spir_func void @f() {
  ret void
}
