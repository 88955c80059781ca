; SYCL's headers declare builtins as templates; Khronos mode takes the sign of texels from the types.
; RUN: forward khronos
; RUN: forward
target triple = "spir64-unknown-unknown"

declare spir_func <4 x i32> @_Z17__spirv_ImageReadIDv4_j14ocl_image3d_roDv4_iET_T0_T1_(target("spirv.Image", void, 2, 0, 0, 0, 0, 0, 0), <4 x i32>)
declare spir_func <2 x i32> @_Z17__spirv_ImageReadIDv2_i14ocl_image2d_roS0_ET_T0_T1_(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0), <2 x i32>)
declare spir_func void @_Z18__spirv_ImageWriteI14ocl_image3d_woDv4_itEvT_T0_T1_(target("spirv.Image", void, 2, 0, 0, 0, 0, 0, 1), <4 x i32>, i16)

define spir_kernel void @k(target("spirv.Image", void, 2, 0, 0, 0, 0, 0, 0) %space, target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %plane, target("spirv.Image", void, 2, 0, 0, 0, 0, 0, 1) %out) {
  %unsigned = call spir_func <4 x i32> @_Z17__spirv_ImageReadIDv4_j14ocl_image3d_roDv4_iET_T0_T1_(target("spirv.Image", void, 2, 0, 0, 0, 0, 0, 0) %space, <4 x i32> zeroinitializer)
  %signed = call spir_func <2 x i32> @_Z17__spirv_ImageReadIDv2_i14ocl_image2d_roS0_ET_T0_T1_(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %plane, <2 x i32> zeroinitializer)
  call spir_func void @_Z18__spirv_ImageWriteI14ocl_image3d_woDv4_itEvT_T0_T1_(target("spirv.Image", void, 2, 0, 0, 0, 0, 0, 1) %out, <4 x i32> zeroinitializer, i16 7)
  ret void
}
