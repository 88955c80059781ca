; Khronos mode takes the version of a mode before its extension, and leaves out modes that have neither.
; RUN: forward khronos --spirv-max-version=1.4 --spirv-ext=+SPV_KHR_float_controls
; RUN: forward khronos --spirv-max-version=1.1 --spirv-ext=+SPV_KHR_float_controls
; RUN: forward khronos --spirv-max-version=1.1
; NO-ROUND-TRIP: modes are dropped
target triple = "spir64-unknown-unknown"
define spir_kernel void @k() {
  ret void
}
!spirv.ExecutionMode = !{!0, !1}
!0 = !{ptr @k, i32 4459, i32 32}
!1 = !{ptr @k, i32 5620, i32 32}
