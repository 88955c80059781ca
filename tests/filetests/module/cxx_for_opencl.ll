; C++ for OpenCL names the version of OpenCL C that it is built on as well.
; RUN: roundtrip
; SHOW: module
target triple = "spir64-unknown-unknown"

define spir_func void @f() {
  ret void
}

!opencl.ocl.version = !{!0}
!opencl.cxx.version = !{!1}
!0 = !{i32 2, i32 0}
!1 = !{i32 1, i32 0}
