; Integers of any width: where both extensions are allowed, the releases of the Khronos translator from that of LLVM 23 on have the older.
; RUN: forward khronos --llvm-version=23 --spirv-ext=+SPV_ALTERA_arbitrary_precision_integers,+SPV_INTEL_arbitrary_precision_integers
; NO-VAL: SPIRV-Tools knows neither the widths nor both extensions
; COMPLAINT: Invalid number of bits (13) used for OpTypeInt.
; RUN: forward khronos --spirv-ext=+SPV_ALTERA_arbitrary_precision_integers,+SPV_INTEL_arbitrary_precision_integers
target triple = "spir64-unknown-unknown"

define spir_func i13 @f(i13 %x) {
  %y = add i13 %x, 1
  ret i13 %y
}
