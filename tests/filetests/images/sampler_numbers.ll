; Older IR passes samplers as numbers, to functions of the module too.
; RUN: forward
target triple = "spir64-unknown-unknown"

declare spir_func <4 x float> @_Z11read_imagef14ocl_image2d_ro11ocl_samplerDv2_i(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0), i32, <2 x i32>)

define internal spir_func <4 x float> @read(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %image, i32 %sampler) {
  %texel = call spir_func <4 x float> @_Z11read_imagef14ocl_image2d_ro11ocl_samplerDv2_i(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %image, i32 %sampler, <2 x i32> zeroinitializer)
  ret <4 x float> %texel
}

define spir_kernel void @k(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %image, ptr addrspace(1) %out) {
  %texel = call spir_func <4 x float> @read(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %image, i32 16)
  store <4 x float> %texel, ptr addrspace(1) %out, align 16
  ret void
}
