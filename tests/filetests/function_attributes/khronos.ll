; Khronos mode declares capabilities that others imply, writes alignment at run time as a decoration, passes over
; operands where there are none, and asks for the primary size of subgroups by name.
; RUN: forward khronos --spirv-ext=+SPV_INTEL_kernel_attributes,+SPV_INTEL_runtime_aligned,+SPV_INTEL_fpga_argument_interfaces,+SPV_INTEL_subgroup_requirements
; RUN: roundtrip khronos --spirv-ext=+SPV_INTEL_kernel_attributes,+SPV_INTEL_runtime_aligned,+SPV_INTEL_fpga_argument_interfaces,+SPV_INTEL_subgroup_requirements
; NO-ROUND-TRIP: an operand is gone
; SHOW: module
; NO-VAL: SPIRV-Tools does not know all the execution modes
; COMPLAINT: Invalid capability operand: 6445
target triple = "spir64-unknown-unknown"

define spir_kernel void @k(ptr addrspace(1) %p) !ip_interface !0 !kernel_arg_runtime_aligned !1 !spirv.ParameterDecorations !2 !intel_reqd_sub_group_size !5 {
  ret void
}

!0 = !{!"csr"}
!1 = !{i1 true}
!2 = !{!3}
!3 = !{!4}
!4 = !{i32 6175, i32 1}
!5 = !{i32 -1}
