; Khronos mode shows dot products under SPIR-V's names, with operands in its order; of two numbers they are a product.
; RUN: regularize khronos
target triple = "spir64-unknown-unknown"

define spir_func i32 @products(<4 x i8> %a, <4 x i8> %b, i32 %c, i32 %d) {
  %x = call spir_func i32 @_Z3dotDv4_hDv4_c(<4 x i8> %a, <4 x i8> %b) #0
  %y = call spir_func i32 @_Z28dot_acc_sat_4x8packed_ss_intjji(i32 %c, i32 %d, i32 %x)
  ret i32 %y
}

define spir_func half @numbers(half %a, half %b) {
  %x = call spir_func half @_Z3dotDhDh(half %a, half %b)
  ret half %x
}

declare spir_func i32 @_Z3dotDv4_hDv4_c(<4 x i8>, <4 x i8>)
declare spir_func i32 @_Z28dot_acc_sat_4x8packed_ss_intjji(i32, i32, i32)
declare spir_func half @_Z3dotDhDh(half, half)
attributes #0 = { nounwind }
