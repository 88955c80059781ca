; Products and quotients of complex numbers (SPV_INTEL_complex_float_mul_div).
; RUN: forward --spirv-ext=+SPV_INTEL_complex_float_mul_div
; RUN: roundtrip --spirv-ext=+SPV_INTEL_complex_float_mul_div
; NO-VAL: SPIRV-Tools does not know the extension
; COMPLAINT: Invalid capability operand: 6414
target triple = "spir64-unknown-unknown"

define spir_func <2 x float> @f(<2 x float> %a, <2 x float> %b) {
  %product = call spir_func <2 x float> @_Z24__spirv_ComplexFMulINTELDv2_fS_(<2 x float> %a, <2 x float> %b)
  %quotient = call spir_func <2 x float> @_Z24__spirv_ComplexFDivINTELDv2_fS_(<2 x float> %product, <2 x float> %b)
  ret <2 x float> %quotient
}

declare spir_func <2 x float> @_Z24__spirv_ComplexFMulINTELDv2_fS_(<2 x float>, <2 x float>)
declare spir_func <2 x float> @_Z24__spirv_ComplexFDivINTELDv2_fS_(<2 x float>, <2 x float>)
