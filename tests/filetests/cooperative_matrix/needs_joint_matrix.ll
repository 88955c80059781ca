; The conversion is of one extension, that it takes matrices of another.
; RUN: fails forward --spirv-ext=+SPV_KHR_cooperative_matrix,+SPV_INTEL_tensor_float32_conversion
; RUN: forward --spirv-ext=+SPV_KHR_cooperative_matrix,+SPV_INTEL_tensor_float32_conversion,+SPV_INTEL_joint_matrix
; NO-VAL: SPIRV-Tools does not know SPV_INTEL_joint_matrix
; COMPLAINT: Invalid capability operand: 6436
target triple = "spir64-unknown-unknown"

define spir_func target("spirv.CooperativeMatrixKHR", float, 3, 8, 16, 2) @f(target("spirv.CooperativeMatrixKHR", float, 3, 8, 16, 2) %m) {
  %n = call spir_func target("spirv.CooperativeMatrixKHR", float, 3, 8, 16, 2) @_Z25__spirv_RoundFToTF32INTEL(target("spirv.CooperativeMatrixKHR", float, 3, 8, 16, 2) %m)
  ret target("spirv.CooperativeMatrixKHR", float, 3, 8, 16, 2) %n
}

declare spir_func target("spirv.CooperativeMatrixKHR", float, 3, 8, 16, 2) @_Z25__spirv_RoundFToTF32INTEL(target("spirv.CooperativeMatrixKHR", float, 3, 8, 16, 2))
