; DeviceOnlyINTEL and HostOnlyINTEL, with their extension.
; RUN: forward --spirv-ext=+SPV_INTEL_usm_storage_classes
; RUN: roundtrip --spirv-ext=+SPV_INTEL_usm_storage_classes
; RUN: fails forward
; COVERS: s3_31 s3_32
target triple = "spir64-unknown-unknown"

define spir_func void @f(ptr addrspace(5) %device, ptr addrspace(6) %host) {
  ret void
}
