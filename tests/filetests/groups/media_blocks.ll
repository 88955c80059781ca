; Media block reads and writes, in each spelling.
; RUN: roundtrip CL2.0 --spirv-ext=+SPV_INTEL_media_block_io
; RUN: roundtrip --spirv-ext=+SPV_INTEL_media_block_io
; RUN: forward --spirv-ext=+SPV_INTEL_media_block_io
target triple = "spir64-unknown-unknown"

define spir_func void @f(<2 x i32> %at, target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %from, target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 1) %to) {
  %short = call spir_func i16 @_Z35intel_sub_group_media_block_read_usDv2_iii14ocl_image2d_ro(<2 x i32> %at, i32 1, i32 16, target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %from)
  %bytes = call spir_func <4 x i8> @_Z36intel_sub_group_media_block_read_uc4Dv2_iii14ocl_image2d_ro(<2 x i32> %at, i32 1, i32 16, target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %from)
  call spir_func void @_Z36intel_sub_group_media_block_write_usDv2_iiit14ocl_image2d_wo(<2 x i32> %at, i32 1, i32 16, i16 %short, target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 1) %to)
  call spir_func void @_Z37intel_sub_group_media_block_write_uc4Dv2_iiiDv4_h14ocl_image2d_wo(<2 x i32> %at, i32 1, i32 16, <4 x i8> %bytes, target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 1) %to)
  ret void
}

declare spir_func i16 @_Z35intel_sub_group_media_block_read_usDv2_iii14ocl_image2d_ro(<2 x i32>, i32, i32, target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0))
declare spir_func <4 x i8> @_Z36intel_sub_group_media_block_read_uc4Dv2_iii14ocl_image2d_ro(<2 x i32>, i32, i32, target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0))
declare spir_func void @_Z36intel_sub_group_media_block_write_usDv2_iiit14ocl_image2d_wo(<2 x i32>, i32, i32, i16, target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 1))
declare spir_func void @_Z37intel_sub_group_media_block_write_uc4Dv2_iiiDv4_h14ocl_image2d_wo(<2 x i32>, i32, i32, <4 x i8>, target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 1))
