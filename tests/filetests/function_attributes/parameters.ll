; Where the buffers of a kernel are, and whether they are aligned when it runs.
; RUN: forward --spirv-ext=+SPV_INTEL_fpga_buffer_location,+SPV_INTEL_runtime_aligned
; RUN: roundtrip --spirv-ext=+SPV_INTEL_fpga_buffer_location,+SPV_INTEL_runtime_aligned
; SHOW: module
target triple = "spir64-unknown-unknown"

define spir_kernel void @k(ptr addrspace(1) %a, ptr addrspace(1) %b, i32 %c) !kernel_arg_buffer_location !0 !kernel_arg_runtime_aligned !1 {
  ret void
}

!0 = !{i32 -1, i32 3, i32 1}
!1 = !{i1 true, i1 false, i1 true}
