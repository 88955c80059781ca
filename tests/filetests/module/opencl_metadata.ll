; What clang says of the language.
; RUN: forward
; RUN: roundtrip
; SHOW: module
target triple = "spir64-unknown-unknown"

define spir_func void @f() {
  ret void
}

!opencl.ocl.version = !{!0}
!opencl.spir.version = !{!0}
!opencl.used.extensions = !{!1}
!llvm.ident = !{!2}
!0 = !{i32 3, i32 0}
!1 = !{!"cl_khr_fp64"}
!2 = !{!"clang"}
