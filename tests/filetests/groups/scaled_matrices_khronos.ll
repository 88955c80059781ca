; In Khronos mode the extension of a capability that is implied is asked for first, and by what has the other one alone.
; RUN: fails forward khronos
; RUN: fails forward khronos --spirv-ext=+SPV_INTEL_subgroup_scaled_matrix_multiply_accumulate
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

define spir_func i32 @scaled(i32 %a, <8 x i32> %b, i32 %c, i8 %s) {
  %d = call spir_func i32 @_Z51__spirv_SubgroupScaledMatrixMultiplyAccumulateINTELiiDv8_iicc(i32 16, i32 %a, <8 x i32> %b, i32 %c, i8 %s, i8 %s)
  ret i32 %d
}

declare spir_func i32 @_Z51__spirv_SubgroupScaledMatrixMultiplyAccumulateINTELiiDv8_iicc(i32, i32, <8 x i32>, i32, i8, i8)
