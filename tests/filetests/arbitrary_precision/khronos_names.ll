; Numbers in integers of any width, in the names of the Khronos translator, both ways; a wide operand comes by reference.
; RUN: roundtrip khronos --spirv-ext=+SPV_INTEL_arbitrary_precision_integers,+SPV_INTEL_arbitrary_precision_fixed_point,+SPV_INTEL_arbitrary_precision_floating_point
; RUN: forward khronos --spirv-ext=+SPV_INTEL_arbitrary_precision_integers,+SPV_INTEL_arbitrary_precision_fixed_point,+SPV_INTEL_arbitrary_precision_floating_point
; RUN: roundtrip --spirv-ext=+all
; NO-VAL: SPIRV-Tools knows integers of four widths
; COMPLAINT: Invalid number of bits (5) used for OpTypeInt.
target triple = "spir64-unknown-unknown"

define spir_func i5 @root(i13 %x) {
  %y = call spir_func i5 @_Z22__spirv_FixedSqrtINTELILi13ELi5EEU7_ExtIntIXT0_EEiU7_ExtIntIXT_EEibiiii(i13 %x, i1 false, i32 2, i32 2, i32 0, i32 0)
  ret i5 %y
}

define spir_func i1 @less(i5 %x, i7 %y) {
  %z = call spir_func i1 @_Z29__spirv_ArbitraryFloatLTINTELILi5ELi7EEbU7_ExtIntIXT_EEiiU7_ExtIntIXT0_EEii(i5 %x, i32 2, i7 %y, i32 3)
  ret i1 %z
}

define spir_func i15 @power(ptr byval(i72) %x, i10 %y) {
  %z = call spir_func i15 @_Z31__spirv_ArbitraryFloatPowNINTELILi72ELi10ELi15EEU7_ExtIntIXT1_EEiU7_ExtIntIXT_EEiiU7_ExtIntIXT0_EEiiiii(ptr byval(i72) %x, i32 7, i10 %y, i1 true, i32 9, i32 0, i32 2, i32 1)
  ret i15 %z
}

declare spir_func i5 @_Z22__spirv_FixedSqrtINTELILi13ELi5EEU7_ExtIntIXT0_EEiU7_ExtIntIXT_EEibiiii(i13, i1, i32, i32, i32, i32)
declare spir_func i1 @_Z29__spirv_ArbitraryFloatLTINTELILi5ELi7EEbU7_ExtIntIXT_EEiiU7_ExtIntIXT0_EEii(i5, i32, i7, i32)
declare spir_func i15 @_Z31__spirv_ArbitraryFloatPowNINTELILi72ELi10ELi15EEU7_ExtIntIXT1_EEiU7_ExtIntIXT_EEiiU7_ExtIntIXT0_EEiiiii(ptr byval(i72), i32, i10, i1, i32, i32, i32, i32)
