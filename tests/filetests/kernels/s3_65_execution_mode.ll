; The generic form.
; RUN: forward
; RUN: roundtrip
; SHOW: module
; COVERS: s3_65
target triple = "spir64-unknown-unknown"

define spir_kernel void @k() {
  ret void
}

!spirv.ExecutionMode = !{!0, !1}
!0 = !{ptr @k, i32 31}
!1 = !{ptr @k, i32 30, i32 262149}
