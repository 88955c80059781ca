; The source of this module says that it uses cl_khr_fp16: see half_buffer.
; RUN: forward khronos
target triple = "spir64-unknown-unknown"

define spir_func half @f() {
  ret half 1.0
}

!opencl.used.extensions = !{!0}
!0 = !{!"cl_khr_fp16"}
