; What compilers for FPGAs attach to functions: modes of kernels, decorations of all.
; RUN: forward --spirv-ext=+SPV_INTEL_kernel_attributes,+SPV_INTEL_fpga_cluster_attributes,+SPV_INTEL_fpga_invocation_pipelining_attributes,+SPV_INTEL_fpga_dsp_control
; RUN: roundtrip --spirv-ext=+SPV_INTEL_kernel_attributes,+SPV_INTEL_fpga_cluster_attributes,+SPV_INTEL_fpga_invocation_pipelining_attributes,+SPV_INTEL_fpga_dsp_control
; RUN: forward
; SHOW: module
target triple = "spir64-unknown-unknown"

define spir_kernel void @k() !max_work_group_size !0 !no_global_work_offset !1 !num_simd_work_items !2 !stall_enable !3 !pipeline_kernel !3 {
  ret void
}

define spir_kernel void @interface() !ip_interface !4 {
  ret void
}

define spir_func void @f() !prefer_dsp !3 !propagate_dsp_preference !3 !max_work_group_size !0 {
  ret void
}

!0 = !{i32 8, i32 4}
!1 = !{}
!2 = !{i32 2}
!3 = !{i32 1}
!4 = !{!"streaming", !"stall_free_return"}
