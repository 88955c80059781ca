; RUN: forward
; COVERS: s3_64
target triple = "spir64-unknown-unknown"

define spir_func void @f() {
  ret void
}

!spirv.Capability = !{!0, !1}
!0 = !{i32 22}
!1 = !{i32 10}
