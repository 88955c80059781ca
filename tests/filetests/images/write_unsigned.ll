; The friendly name of a write says whether the texel is unsigned.
; RUN: roundtrip
target triple = "spir64-unknown-unknown"

declare spir_func void @_Z13write_imageui14ocl_image2d_woDv2_iDv4_j(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 1), <2 x i32>, <4 x i32>)

define spir_kernel void @k(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 1) %out) {
  call spir_func void @_Z13write_imageui14ocl_image2d_woDv2_iDv4_j(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 1) %out, <2 x i32> zeroinitializer, <4 x i32> zeroinitializer)
  ret void
}
