; RUN: forward
; RUN: roundtrip
; COVERS: s3_03 s3_48 s3_49 s2_127
target triple = "spir64-unknown-unknown"

declare spir_func float @_Z16__spirv_ocl_sqrtf(float)
declare spir_func i32 @_Z17__spirv_ocl_s_maxii(i32, i32)
declare spir_func i32 @_Z17__spirv_ocl_u_maxjj(i32, i32)
declare spir_func <4 x double> @_Z16__spirv_ocl_fmaxDv4_dS_(<4 x double>, <4 x double>)

define spir_func void @f(float %x, i32 %a, <4 x double> %v) {
  %sqrt = call spir_func float @_Z16__spirv_ocl_sqrtf(float %x)
  %smax = call spir_func i32 @_Z17__spirv_ocl_s_maxii(i32 %a, i32 %a)
  %umax = call spir_func i32 @_Z17__spirv_ocl_u_maxjj(i32 %a, i32 %a)
  %fmax = call spir_func <4 x double> @_Z16__spirv_ocl_fmaxDv4_dS_(<4 x double> %v, <4 x double> %v)
  ret void
}
