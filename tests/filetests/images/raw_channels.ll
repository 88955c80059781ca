; A type of channels that is compared with one of 10 or 12 raw bits needs an extension, which a module for others
; can do without.
; RUN: forward --spirv-ext=+SPV_EXT_image_raw10_raw12
; RUN: forward --spirv-ext=-SPV_EXT_image_raw10_raw12
target triple = "spir64-unknown-unknown"

define spir_func i32 @f(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %image) {
  %type = call spir_func i32 @_Z27get_image_channel_data_type14ocl_image2d_ro(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %image)
  switch i32 %type, label %other [ i32 4324, label %raw ]

raw:
  ret i32 12

other:
  ret i32 0
}

declare spir_func i32 @_Z27get_image_channel_data_type14ocl_image2d_ro(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0))
