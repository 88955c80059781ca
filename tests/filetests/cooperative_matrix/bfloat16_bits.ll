; Conversions of matrices under OpenCL C's names, which say nothing of the shape.
; RUN: roundtrip CL2.0 --spirv-ext=+SPV_KHR_cooperative_matrix,+SPV_INTEL_joint_matrix,+SPV_INTEL_bfloat16_conversion
; NO-VAL: SPIRV-Tools does not know SPV_INTEL_joint_matrix
; COMPLAINT: Invalid capability operand: 6437
target triple = "spir64-unknown-unknown"

define spir_func target("spirv.CooperativeMatrixKHR", i16, 3, 12, 12, 2) @narrow(target("spirv.CooperativeMatrixKHR", float, 3, 12, 12, 2) %x) {
  %y = call spir_func target("spirv.CooperativeMatrixKHR", i16, 3, 12, 12, 2) @_Z27__spirv_ConvertFToBF16INTELPU3AS145__spirv_CooperativeMatrixKHR__float_3_12_12_2(target("spirv.CooperativeMatrixKHR", float, 3, 12, 12, 2) %x)
  ret target("spirv.CooperativeMatrixKHR", i16, 3, 12, 12, 2) %y
}

declare spir_func target("spirv.CooperativeMatrixKHR", i16, 3, 12, 12, 2) @_Z27__spirv_ConvertFToBF16INTELPU3AS145__spirv_CooperativeMatrixKHR__float_3_12_12_2(target("spirv.CooperativeMatrixKHR", float, 3, 12, 12, 2))
