; A default of flags without a type.
; RUN: fails forward khronos --spirv-ext=+SPV_KHR_float_controls2
target triple = "spir64-unknown-unknown"

define spir_kernel void @kernel() {
  ret void
}

!spirv.ExecutionMode = !{!0}
!0 = !{ptr @kernel, i32 6028, i32 1, i32 65536}
