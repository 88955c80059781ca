; Numbers of 4 and 8 bits: integers in LLVM IR, types with an encoding around the conversion in SPIR-V.
; RUN: roundtrip --spirv-ext=+SPV_EXT_float8,+SPV_EXT_ocp_microscaling_types,+SPV_INTEL_int4,+SPV_INTEL_float4,+SPV_INTEL_fp_conversions
; NO-VAL: SPIRV-Tools does not know the capabilities of small numbers
; COMPLAINT: Invalid capability operand: 4229
target triple = "spir64-unknown-unknown"

define spir_func half @from_e4m3(i8 %x) {
  %y = call spir_func half @_Z36__builtin_spirv_ConvertE4M3ToFP16EXTc(i8 %x)
  ret half %y
}

define spir_func <4 x i8> @to_e5m2(<4 x half> %x) {
  %y = call spir_func <4 x i8> @_Z36__builtin_spirv_ConvertFP16ToE5M2EXTDv4_Dh(<4 x half> %x)
  ret <4 x i8> %y
}

; Eight in one integer.
define spir_func <8 x half> @from_packed(i32 %x) {
  %y = call spir_func <8 x half> @_Z36__builtin_spirv_ConvertE2M1ToFP16EXTi(i32 %x)
  ret <8 x half> %y
}

define spir_func half @from_intel(i4 %x) {
  %y = call spir_func half @_Z38__builtin_spirv_ConvertE2M1ToFP16INTELi(i4 %x)
  ret half %y
}

define spir_func i8 @to_packed_integers(<2 x half> %x) {
  %y = call spir_func i8 @_Z38__builtin_spirv_ConvertFP16ToInt4INTELDv2_Dh(<2 x half> %x)
  ret i8 %y
}

; Decorated: it saturates.
define spir_func i8 @clamped(half %x) {
  %y = call spir_func i8 @_Z43__builtin_spirv_ClampConvertFP16ToE4M3INTELDh(half %x)
  ret i8 %y
}

define spir_func i8 @at_random(half %x, i32 %seed, ptr %next) {
  %y = call spir_func i8 @_Z46__builtin_spirv_StochasticRoundFP16ToE5M2INTELDhiPi(half %x, i32 %seed, ptr %next)
  ret i8 %y
}

declare spir_func half @_Z36__builtin_spirv_ConvertE4M3ToFP16EXTc(i8)
declare spir_func <4 x i8> @_Z36__builtin_spirv_ConvertFP16ToE5M2EXTDv4_Dh(<4 x half>)
declare spir_func <8 x half> @_Z36__builtin_spirv_ConvertE2M1ToFP16EXTi(i32)
declare spir_func half @_Z38__builtin_spirv_ConvertE2M1ToFP16INTELi(i4)
declare spir_func i8 @_Z38__builtin_spirv_ConvertFP16ToInt4INTELDv2_Dh(<2 x half>)
declare spir_func i8 @_Z43__builtin_spirv_ClampConvertFP16ToE4M3INTELDh(half)
declare spir_func i8 @_Z46__builtin_spirv_StochasticRoundFP16ToE5M2INTELDhiPi(half, i32, ptr)
