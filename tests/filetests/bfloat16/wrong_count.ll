; OpenCL C's builtin with another number of components than its name says.
; RUN: fails forward --spirv-ext=+SPV_INTEL_bfloat16_conversion
target triple = "spir64-unknown-unknown"
declare spir_func <4 x float> @_Z33intel_convert_as_bfloat162_float2Dv2_t(<4 x i16>)
define spir_func <4 x float> @f(<4 x i16> %x) {
  %a = call spir_func <4 x float> @_Z33intel_convert_as_bfloat162_float2Dv2_t(<4 x i16> %x)
  ret <4 x float> %a
}
