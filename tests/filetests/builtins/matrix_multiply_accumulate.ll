; What the operands of an instruction mean may be of an extension of its own; one extension may build on another.
; RUN: fails forward --spirv-ext=+SPV_INTEL_subgroup_matrix_multiply_accumulate,+SPV_INTEL_subgroup_scaled_matrix_multiply_accumulate
; RUN: forward khronos --spirv-ext=+SPV_INTEL_subgroup_matrix_multiply_accumulate,+SPV_INTEL_subgroup_matrix_multiply_accumulate_float4,+SPV_INTEL_subgroup_scaled_matrix_multiply_accumulate
; RUN: roundtrip --spirv-ext=+SPV_INTEL_subgroup_matrix_multiply_accumulate,+SPV_INTEL_subgroup_matrix_multiply_accumulate_float4,+SPV_INTEL_subgroup_scaled_matrix_multiply_accumulate
; NO-VAL: the extensions are not published
; COMPLAINT: Invalid capability operand: 6263
target triple = "spir64-unknown-unknown"

define spir_func <8 x float> @f(<8 x i16> %a, <8 x i32> %b, <8 x float> %c, <2 x i8> %s) {
  %m = call spir_func <8 x float> @_Z51__spirv_SubgroupScaledMatrixMultiplyAccumulateINTELiDv8_sDv8_iDv8_fDv2_cS2_i(i32 64, <8 x i16> %a, <8 x i32> %b, <8 x float> %c, <2 x i8> %s, <2 x i8> %s, i32 3932160)
  ret <8 x float> %m
}

declare spir_func <8 x float> @_Z51__spirv_SubgroupScaledMatrixMultiplyAccumulateINTELiDv8_sDv8_iDv8_fDv2_cS2_i(i32, <8 x i16>, <8 x i32>, <8 x float>, <2 x i8>, <2 x i8>, i32)
