; Khronos mode puts whole sizes together again, and numbers of channels begin where SPIR-V's do.
; RUN: roundtrip CL2.0 khronos
; NO-ROUND-TRIP: what is put together stays so
target triple = "spir64-unknown-unknown"

declare spir_func i32 @_Z15get_image_width20ocl_image2d_array_ro(target("spirv.Image", void, 1, 0, 1, 0, 0, 0, 0))
declare spir_func i64 @_Z20get_image_array_size20ocl_image1d_array_ro(target("spirv.Image", void, 0, 0, 1, 0, 0, 0, 0))
declare spir_func i32 @_Z15get_image_depth14ocl_image3d_ro(target("spirv.Image", void, 2, 0, 0, 0, 0, 0, 0))
declare spir_func i32 @_Z23get_image_channel_order14ocl_image3d_ro(target("spirv.Image", void, 2, 0, 0, 0, 0, 0, 0))

define spir_kernel void @k(target("spirv.Image", void, 1, 0, 1, 0, 0, 0, 0) %planes, target("spirv.Image", void, 0, 0, 1, 0, 0, 0, 0) %lines, target("spirv.Image", void, 2, 0, 0, 0, 0, 0, 0) %space) {
  %width = call spir_func i32 @_Z15get_image_width20ocl_image2d_array_ro(target("spirv.Image", void, 1, 0, 1, 0, 0, 0, 0) %planes)
  %length = call spir_func i64 @_Z20get_image_array_size20ocl_image1d_array_ro(target("spirv.Image", void, 0, 0, 1, 0, 0, 0, 0) %lines)
  %depth = call spir_func i32 @_Z15get_image_depth14ocl_image3d_ro(target("spirv.Image", void, 2, 0, 0, 0, 0, 0, 0) %space)
  %order = call spir_func i32 @_Z23get_image_channel_order14ocl_image3d_ro(target("spirv.Image", void, 2, 0, 0, 0, 0, 0, 0) %space)
  ret void
}
