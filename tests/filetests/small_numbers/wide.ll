; Conversions between numbers of 8 bits and float or double, and between two encodings.
; RUN: roundtrip --spirv-ext=+SPV_EXT_float8,+SPV_EXT_ocp_microscaling_types
; RUN: forward --spirv-ext=+SPV_EXT_float8,+SPV_EXT_ocp_microscaling_types
target triple = "spir64-unknown-unknown"

define spir_func float @from_e4m3(i8 %x) {
  %y = call spir_func float @_Z36__builtin_spirv_ConvertE4M3ToFP32EXTc(i8 %x)
  ret float %y
}

define spir_func <4 x i8> @to_e5m2(<4 x double> %x) {
  %y = call spir_func <4 x i8> @_Z36__builtin_spirv_ConvertFP64ToE5M2EXTDv4_d(<4 x double> %x)
  ret <4 x i8> %y
}

define spir_func i8 @clamped(float %x) {
  %y = call spir_func i8 @_Z41__builtin_spirv_ClampConvertFP32ToE4M3EXTf(float %x)
  ret i8 %y
}

define spir_func i8 @between(i8 %x) {
  %y = call spir_func i8 @_Z36__builtin_spirv_ConvertE4M3ToE5M2EXTc(i8 %x)
  ret i8 %y
}

declare spir_func float @_Z36__builtin_spirv_ConvertE4M3ToFP32EXTc(i8)
declare spir_func <4 x i8> @_Z36__builtin_spirv_ConvertFP64ToE5M2EXTDv4_d(<4 x double>)
declare spir_func i8 @_Z41__builtin_spirv_ClampConvertFP32ToE4M3EXTf(float)
declare spir_func i8 @_Z36__builtin_spirv_ConvertE4M3ToE5M2EXTc(i8)
