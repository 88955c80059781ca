; An entry point whose name is not the function's.
; RUN: forward
; RUN: roundtrip
; SHOW: module
; COVERS: s3_68
target triple = "spir64-unknown-unknown"

define spir_kernel void @inside() {
  ret void
}

!spirv.EntryPoint = !{!0}
!0 = !{i32 6, ptr @inside, !"outside"}
