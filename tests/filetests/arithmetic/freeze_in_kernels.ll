; Where poison is frozen or written, every entry point has the mode that the extension demands, once. Without the
; extension the Khronos translator drops both, and the mode.
; RUN: forward khronos --spirv-ext=+SPV_KHR_poison_freeze
; RUN: forward khronos
; RUN: forward --spirv-ext=+SPV_KHR_poison_freeze
; RUN: roundtrip --spirv-ext=+SPV_KHR_poison_freeze
; RUN: roundtrip khronos --spirv-ext=+SPV_KHR_poison_freeze
; NO-VAL: SPIRV-Tools does not know SPV_KHR_poison_freeze
; COMPLAINT: Invalid capability operand: 5156
target triple = "spir64-unknown-unknown"

define spir_func i64 @helper(i64 %x) {
  %frozen = freeze i64 %x
  ret i64 %frozen
}

define spir_kernel void @plain(i64 %x, ptr addrspace(1) %out) {
  %frozen = call i64 @helper(i64 %x)
  store i64 %frozen, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @says_it(ptr addrspace(1) %out) {
  store i32 poison, ptr addrspace(1) %out
  ret void
}

!spirv.ExecutionMode = !{!0}
!0 = !{ptr @says_it, i32 5157}
