; The row and the column of an element that an invocation holds, by the name that SPV_INTEL_joint_matrix has for it now.
; RUN: forward --spirv-ext=+SPV_KHR_cooperative_matrix,+SPV_INTEL_joint_matrix
; RUN: roundtrip --spirv-ext=+SPV_KHR_cooperative_matrix,+SPV_INTEL_joint_matrix
; NO-VAL: SPIRV-Tools does not know SPV_INTEL_joint_matrix
; COMPLAINT: Invalid capability operand: 6435
target triple = "spir64-unknown-unknown"

define spir_func <2 x i32> @f(target("spirv.CooperativeMatrixKHR", float, 3, 8, 16, 2) %m, i32 %index) {
  %at = call spir_func <2 x i32> @_Z45__spirv_CooperativeMatrixGetElementCoordINTEL(target("spirv.CooperativeMatrixKHR", float, 3, 8, 16, 2) %m, i32 %index)
  ret <2 x i32> %at
}

declare spir_func <2 x i32> @_Z45__spirv_CooperativeMatrixGetElementCoordINTEL(target("spirv.CooperativeMatrixKHR", float, 3, 8, 16, 2), i32)
