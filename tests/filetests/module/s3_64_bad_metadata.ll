; RUN: fails forward
; COVERS: s3_60
target triple = "spir64-unknown-unknown"

define spir_func void @f() {
  ret void
}

!spirv.Source = !{!0}
!0 = !{!"three", i32 200000}
