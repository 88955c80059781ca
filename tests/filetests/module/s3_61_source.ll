; RUN: forward
; RUN: roundtrip
; SHOW: module
; COVERS: s0_23 s3_05 s3_60 s3_61 s3_62
target triple = "spir64-unknown-unknown"

define spir_func void @f() {
  ret void
}

!spirv.Source = !{!0}
!spirv.SourceExtension = !{!1, !2}
!0 = !{i32 3, i32 200000}
!1 = !{!"cl_khr_fp16"}
!2 = !{!"cl_khr_fp64"}
