target triple = "spir64"
define spir_func i32 @f(<4 x i8> %a, <4 x i8> %b) {
  %x = call spir_func i32 @_Z29dot_acc_sat_4x8packed_uu_uintjjj(<4 x i8> %a, <4 x i8> %b)
  ret i32 %x
}
declare spir_func i32 @_Z29dot_acc_sat_4x8packed_uu_uintjjj(i32, i32, i32)
