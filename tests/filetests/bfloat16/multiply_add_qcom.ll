; A product of two bfloat numbers, added to a float (SPV_QCOM_bfloat16_muladd).
; RUN: forward --spirv-ext=+SPV_KHR_bfloat16,+SPV_QCOM_bfloat16_muladd
; RUN: roundtrip --spirv-ext=+SPV_KHR_bfloat16,+SPV_QCOM_bfloat16_muladd
; RUN: fails forward --spirv-ext=+SPV_KHR_bfloat16
; NO-VAL: SPIRV-Tools does not know the extension
; COMPLAINT: Invalid capability operand: 4504
target triple = "spir64-unknown-unknown"

define spir_func float @f(bfloat %a, bfloat %b, float %c) {
  %r = call spir_func float @_Z26__spirv_BFloat16MulAddQCOMDF16bDF16bf(bfloat %a, bfloat %b, float %c)
  ret float %r
}

declare spir_func float @_Z26__spirv_BFloat16MulAddQCOMDF16bDF16bf(bfloat, bfloat, float)
