; Masks of sub-groups: one call gets four words; Khronos mode has the older names.
; RUN: forward
; RUN: roundtrip
; RUN: roundtrip CL2.0
; RUN: roundtrip khronos --spirv-target-env=SPV-IR

target triple = "spir64-unknown-unknown"

declare spir_func <4 x i32> @_Z21get_sub_group_gt_maskv()
declare spir_func <4 x i32> @_Z32__spirv_BuiltInSubgroupEqMaskKHRv()

define spir_func <4 x i32> @f() {
  %gt = call spir_func <4 x i32> @_Z21get_sub_group_gt_maskv()
  %eq = call spir_func <4 x i32> @_Z32__spirv_BuiltInSubgroupEqMaskKHRv()
  %both = or <4 x i32> %gt, %eq
  ret <4 x i32> %both
}
