; Friendly names and OpenCL C's, scalars and vectors.
; RUN: forward --spirv-ext=+SPV_INTEL_bfloat16_conversion
; RUN: roundtrip CL2.0 --spirv-ext=+SPV_INTEL_bfloat16_conversion
; RUN: fails forward
target triple = "spir64-unknown-unknown"
declare spir_func i16 @_Z27__spirv_ConvertFToBF16INTELf(float)
declare spir_func <3 x float> @_Z33intel_convert_as_bfloat163_float3Dv3_t(<3 x i16>)
declare spir_func zeroext i16 @_Z32intel_convert_bfloat16_as_ushortf(float)
define spir_func <3 x float> @f(float %x, <3 x i16> %v) {
  %a = call spir_func i16 @_Z27__spirv_ConvertFToBF16INTELf(float %x)
  %b = call spir_func i16 @_Z32intel_convert_bfloat16_as_ushortf(float %x)
  %c = call spir_func <3 x float> @_Z33intel_convert_as_bfloat163_float3Dv3_t(<3 x i16> %v)
  ret <3 x float> %c
}
