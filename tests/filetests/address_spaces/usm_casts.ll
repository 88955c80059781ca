; Memory of host or device is cast from and to memory of anybody. Without the extension the Khronos translator takes it
; for that.
; RUN: roundtrip --spirv-ext=+SPV_INTEL_usm_storage_classes
; RUN: forward --spirv-ext=+SPV_INTEL_usm_storage_classes
; RUN: roundtrip khronos
; RUN: fails forward
; NO-ROUND-TRIP: without the extension the address spaces are lost
; NO-VAL: SPIRV-Tools does not know that memory of host or device can be cast to the generic address space
; COMPLAINT: Expected input to have storage class Workgroup, CrossWorkgroup or Function: PtrCastToGeneric
target triple = "spir64-unknown-unknown"

define spir_func void @f(ptr addrspace(1) %global, ptr addrspace(6) %host) {
  %device = addrspacecast ptr addrspace(1) %global to ptr addrspace(5)
  %x = load i32, ptr addrspace(5) %device
  %back = addrspacecast ptr addrspace(6) %host to ptr addrspace(1)
  store i32 %x, ptr addrspace(1) %back
  %generic = addrspacecast ptr addrspace(6) %host to ptr addrspace(4)
  store i32 1, ptr addrspace(4) %generic
  ret void
}
