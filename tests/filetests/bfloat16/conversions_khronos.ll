; Khronos mode brings OpenCL C's names into its own form first.
; RUN: regularize khronos
; RUN: fails forward khronos
target triple = "spir64-unknown-unknown"
declare spir_func <3 x float> @_Z33intel_convert_as_bfloat163_float3Dv3_t(<3 x i16>)
declare spir_func zeroext i16 @_Z32intel_convert_bfloat16_as_ushortf(float)
declare spir_func zeroext i16 @_Z34intel_convert_bfloat162_as_ushort2Dv2_f(float)
define spir_func <3 x float> @f(float %x, <3 x i16> %v) {
  %b = call spir_func i16 @_Z32intel_convert_bfloat16_as_ushortf(float %x)
  %w = call spir_func i16 @_Z34intel_convert_bfloat162_as_ushort2Dv2_f(float %x)
  %c = call spir_func <3 x float> @_Z33intel_convert_as_bfloat163_float3Dv3_t(<3 x i16> %v)
  ret <3 x float> %c
}
