; In OpenCL C's environment the Khronos translator tells the signs of the results alone.
; RUN: roundtrip CL1.2 khronos --spirv-ext=+SPV_KHR_integer_dot_product
; ENV: spv1.6
target triple = "spir64-unknown-unknown"

define spir_func i8 @small(<4 x i8> %a, <4 x i8> %b, i8 %c, i32 %d) {
  %x = call spir_func i8 @_Z28__spirv_UDotAccSatKHR_RucharDv4_hS_h(<4 x i8> %a, <4 x i8> %b, i8 %c)
  %y = call spir_func i8 @_Z22__spirv_UDotKHR_Rucharjjj(i32 %d, i32 %d, i32 0)
  %z = add i8 %x, %y
  ret i8 %z
}

declare spir_func i8 @_Z28__spirv_UDotAccSatKHR_RucharDv4_hS_h(<4 x i8>, <4 x i8>, i8)
declare spir_func i8 @_Z22__spirv_UDotKHR_Rucharjjj(i32, i32, i32)
