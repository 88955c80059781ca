; RUN: forward
; RUN: roundtrip
; COVERS: s3_40 s3_41 s3_42
target triple = "spir64-unknown-unknown"

declare spir_func i32 @_Z24__spirv_ConvertFToS_Rintf(float)
declare spir_func <4 x i8> @_Z31__spirv_ConvertFToU_Ruchar4_satDv4_f(<4 x float>)
declare spir_func float @_Z30__spirv_ConvertSToF_Rfloat_rtpi(i32)
declare spir_func half @_Z26__spirv_FConvert_Rhalf_rtef(float)
declare spir_func i8 @_Z29__spirv_SatConvertSToU_Ruchari(i32)
declare spir_func i16 @_Z23__spirv_UConvert_Rshortj(i32)

define spir_func void @f(float %x, <4 x float> %v, i32 %a) {
  %fs = call spir_func i32 @_Z24__spirv_ConvertFToS_Rintf(float %x)
  %sat = call spir_func <4 x i8> @_Z31__spirv_ConvertFToU_Ruchar4_satDv4_f(<4 x float> %v)
  %rtp = call spir_func float @_Z30__spirv_ConvertSToF_Rfloat_rtpi(i32 %a)
  %rte = call spir_func half @_Z26__spirv_FConvert_Rhalf_rtef(float %x)
  %su = call spir_func i8 @_Z29__spirv_SatConvertSToU_Ruchari(i32 %a)
  %u = call spir_func i16 @_Z23__spirv_UConvert_Rshortj(i32 %a)
  ret void
}
