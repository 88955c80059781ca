; Bytes of a number of more than 64 bits, swapped by the function that the Khronos translator has for it.
; RUN: forward khronos --spirv-ext=+SPV_INTEL_arbitrary_precision_integers
; NO-ROUND-TRIP: the function is the intrinsic again
; NO-VAL: SPIRV-Tools knows no integers of such widths
; COMPLAINT: Invalid number of bits (128) used for OpTypeInt.
target triple = "spir64-unknown-unknown"
declare i128 @llvm.bswap.i128(i128)
define spir_func i128 @swap(i128 %x) {
  %r = call i128 @llvm.bswap.i128(i128 %x)
  ret i128 %r
}
