; A conversion of the wrong type.
; RUN: fails forward --spirv-ext=+SPV_INTEL_bfloat16_conversion
target triple = "spir64-unknown-unknown"
declare spir_func i16 @_Z27__spirv_ConvertFToBF16INTELf(double)
define spir_func i16 @f(double %x) {
  %a = call spir_func i16 @_Z27__spirv_ConvertFToBF16INTELf(double %x)
  ret i16 %a
}
