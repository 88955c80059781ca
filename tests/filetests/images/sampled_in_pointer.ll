; SYCL's older headers hold an image with a sampler in a pointer.
; RUN: forward khronos
; NO-ROUND-TRIP: the way back is a call of OpenCL's builtin
target triple = "spir64-unknown-unknown"

define spir_kernel void @k(target("spirv.Image", void, 0, 0, 0, 0, 0, 0, 0) %image, target("spirv.Sampler") %sampler, i32 %at) {
  %1 = call spir_func ptr addrspace(4) @_Z20__spirv_SampledImageI14ocl_image1d_roPvET0_T_11ocl_sampler(target("spirv.Image", void, 0, 0, 0, 0, 0, 0, 0) %image, target("spirv.Sampler") %sampler)
  %2 = call spir_func <4 x float> @_Z30__spirv_ImageSampleExplicitLodIPvDv4_fiET0_T_T1_if(ptr addrspace(4) %1, i32 %at, i32 2, float 0.000000e+00)
  ret void
}

declare spir_func ptr addrspace(4) @_Z20__spirv_SampledImageI14ocl_image1d_roPvET0_T_11ocl_sampler(target("spirv.Image", void, 0, 0, 0, 0, 0, 0, 0), target("spirv.Sampler"))
declare spir_func <4 x float> @_Z30__spirv_ImageSampleExplicitLodIPvDv4_fiET0_T_T1_if(ptr addrspace(4), i32, i32, float)
