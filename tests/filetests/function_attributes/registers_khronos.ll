; `OpExecutionModeId` is of version 1.2, in Khronos mode too.
; RUN: forward khronos --spirv-ext=+SPV_INTEL_maximum_registers
; NO-ROUND-TRIP: the nodes of Khronos mode are only written
target triple = "spir64-unknown-unknown"

define spir_kernel void @constant() !RegisterAllocMode !0 {
  ret void
}

!0 = !{!1}
!1 = !{i32 3}
