; Dot products of integers under OpenCL C's names; an unsigned operand comes behind a signed one.
; RUN: forward
; RUN: forward --spirv-max-version=1.5 --spirv-ext=+SPV_KHR_integer_dot_product
; RUN: roundtrip CL2.0
; RUN: roundtrip
; ENV: spv1.6
target triple = "spir64-unknown-unknown"

define spir_func i32 @vectors(<4 x i8> %a, <4 x i8> %b, <2 x i16> %c, <2 x i16> %d) {
  %x = call spir_func i32 @_Z3dotDv4_cS_(<4 x i8> %a, <4 x i8> %b)
  %y = call spir_func i32 @_Z3dotDv2_tDv2_s(<2 x i16> %c, <2 x i16> %d)
  %z = call spir_func i32 @_Z11dot_acc_satDv4_hS_j(<4 x i8> %a, <4 x i8> %b, i32 %x)
  %w = add i32 %y, %z
  ret i32 %w
}

define spir_func i32 @packed(i32 %a, i32 %b) {
  %x = call spir_func i32 @_Z20dot_4x8packed_us_intjj(i32 %a, i32 %b)
  %y = call spir_func i32 @_Z29dot_acc_sat_4x8packed_uu_uintjjj(i32 %a, i32 %b, i32 %x)
  ret i32 %y
}

define spir_func i8 @small(<4 x i8> %a, <4 x i8> %b, i8 %c) {
  %x = call spir_func i8 @_Z28__spirv_SUDotAccSatKHR_RcharDv4_cDv4_hc(<4 x i8> %a, <4 x i8> %b, i8 %c)
  ret i8 %x
}

declare spir_func i32 @_Z3dotDv4_cS_(<4 x i8>, <4 x i8>)
declare spir_func i32 @_Z3dotDv2_tDv2_s(<2 x i16>, <2 x i16>)
declare spir_func i32 @_Z11dot_acc_satDv4_hS_j(<4 x i8>, <4 x i8>, i32)
declare spir_func i32 @_Z20dot_4x8packed_us_intjj(i32, i32)
declare spir_func i32 @_Z29dot_acc_sat_4x8packed_uu_uintjjj(i32, i32, i32)
declare spir_func i8 @_Z28__spirv_SUDotAccSatKHR_RcharDv4_cDv4_hc(<4 x i8>, <4 x i8>, i8)
