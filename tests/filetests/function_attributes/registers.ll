; How many registers a kernel may use, where the extension is allowed; Khronos mode has its own nodes on the way back.
; RUN: forward --spirv-ext=+SPV_INTEL_maximum_registers
; RUN: roundtrip --spirv-ext=+SPV_INTEL_maximum_registers
; RUN: roundtrip khronos --spirv-ext=+SPV_INTEL_maximum_registers
; NO-ROUND-TRIP: the nodes of Khronos mode are only written
; SHOW: module
target triple = "spir64-unknown-unknown"

define spir_kernel void @number() !RegisterAllocMode !0 {
  ret void
}

define spir_kernel void @constant() !RegisterAllocMode !1 {
  ret void
}

define spir_kernel void @named() !RegisterAllocMode !2 {
  ret void
}

!0 = !{i32 2}
!1 = !{!3}
!2 = !{!"AutoINTEL"}
!3 = !{i32 3}
