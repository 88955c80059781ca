; Khronos mode names the builtin that takes bits as if they were signed.
; RUN: roundtrip khronos CL2.0 --spirv-ext=+SPV_INTEL_bfloat16_conversion
target triple = "spir64-unknown-unknown"
declare spir_func float @_Z31intel_convert_as_bfloat16_floatt(i16)
define spir_func float @f(i16 %x) {
  %y = call spir_func float @_Z31intel_convert_as_bfloat16_floatt(i16 %x)
  ret float %y
}
