; Khronos mode refuses to ask for channels of 10 or 12 raw bits where it may not name their extension.
; RUN: fails forward khronos --spirv-ext=-SPV_EXT_image_raw10_raw12
target triple = "spir64-unknown-unknown"

define spir_func i1 @f(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %image) {
  %type = call spir_func i32 @_Z27get_image_channel_data_type14ocl_image2d_ro(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %image)
  %raw = icmp eq i32 %type, 4323
  ret i1 %raw
}

declare spir_func i32 @_Z27get_image_channel_data_type14ocl_image2d_ro(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0))
