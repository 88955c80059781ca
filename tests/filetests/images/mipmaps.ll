; Reads of levels and with gradients, and the number of levels and samples.
; RUN: forward
; RUN: roundtrip CL2.0
; RUN: roundtrip
target triple = "spir64-unknown-unknown"

declare spir_func <4 x float> @_Z11read_imagef14ocl_image2d_ro11ocl_samplerDv2_ff(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0), target("spirv.Sampler"), <2 x float>, float)
declare spir_func <4 x float> @_Z11read_imagef14ocl_image2d_ro11ocl_samplerDv2_fS1_S1_(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0), target("spirv.Sampler"), <2 x float>, <2 x float>, <2 x float>)
declare spir_func i32 @_Z24get_image_num_mip_levels14ocl_image2d_ro(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0))
declare spir_func <4 x float> @_Z11read_imagef19ocl_image2d_msaa_roDv2_ii(target("spirv.Image", void, 1, 0, 0, 1, 0, 0, 0), <2 x i32>, i32)
declare spir_func i32 @_Z21get_image_num_samples19ocl_image2d_msaa_ro(target("spirv.Image", void, 1, 0, 0, 1, 0, 0, 0))

define spir_func <4 x float> @levels(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %image, target("spirv.Sampler") %sampler, <2 x float> %at, float %level) {
  %a = call spir_func <4 x float> @_Z11read_imagef14ocl_image2d_ro11ocl_samplerDv2_ff(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %image, target("spirv.Sampler") %sampler, <2 x float> %at, float %level)
  %b = call spir_func <4 x float> @_Z11read_imagef14ocl_image2d_ro11ocl_samplerDv2_fS1_S1_(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %image, target("spirv.Sampler") %sampler, <2 x float> %at, <2 x float> %at, <2 x float> %at)
  %c = fadd <4 x float> %a, %b
  ret <4 x float> %c
}

define spir_func i32 @counts(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %image, target("spirv.Image", void, 1, 0, 0, 1, 0, 0, 0) %samples) {
  %a = call spir_func i32 @_Z24get_image_num_mip_levels14ocl_image2d_ro(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %image)
  %b = call spir_func i32 @_Z21get_image_num_samples19ocl_image2d_msaa_ro(target("spirv.Image", void, 1, 0, 0, 1, 0, 0, 0) %samples)
  %c = add i32 %a, %b
  ret i32 %c
}

define spir_func <4 x float> @sample(target("spirv.Image", void, 1, 0, 0, 1, 0, 0, 0) %samples, <2 x i32> %at) {
  %a = call spir_func <4 x float> @_Z11read_imagef19ocl_image2d_msaa_roDv2_ii(target("spirv.Image", void, 1, 0, 0, 1, 0, 0, 0) %samples, <2 x i32> %at, i32 1)
  ret <4 x float> %a
}
