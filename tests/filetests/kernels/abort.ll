; A kernel that is aborted with a message (SPV_KHR_abort); what follows the call is never reached.
; RUN: roundtrip --spirv-ext=+SPV_KHR_abort
; RUN: forward --spirv-ext=+SPV_KHR_abort
; NO-VAL: SPIRV-Tools does not know the capability
; COMPLAINT: Invalid capability operand: 5120
target triple = "spir64-unknown-unknown"
declare spir_func void @_Z16__spirv_AbortKHRi(i32)
define spir_kernel void @k(ptr addrspace(1) %out, i32 %n) {
entry:
  %c = icmp ugt i32 %n, 9
  br i1 %c, label %bad, label %fine
bad:
  call spir_func void @_Z16__spirv_AbortKHRi(i32 %n)
  ret void
fine:
  store i32 %n, ptr addrspace(1) %out
  ret void
}
