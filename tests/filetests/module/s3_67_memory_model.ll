; The triple and the metadata must agree.
; RUN: fails forward
; COVERS: s3_67
target triple = "spir64-unknown-unknown"

define spir_func void @f() {
  ret void
}

!spirv.MemoryModel = !{!0}
!0 = !{i32 1, i32 2}
