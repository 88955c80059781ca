; Integers of 4 bits are converted to what has no builtin of its own, as any integers are.
; RUN: forward --spirv-ext=+SPV_INTEL_int4
; RUN: roundtrip --spirv-ext=+SPV_INTEL_int4
; RUN: roundtrip --spirv-ext=+SPV_INTEL_int4,+SPV_INTEL_arbitrary_precision_integers
; NO-VAL: SPIRV-Tools knows integers of four widths
; COMPLAINT: Invalid number of bits (4) used for OpTypeInt.
target triple = "spir64-unknown-unknown"

define spir_func i32 @wider(i4 %x) {
  %y = sext i4 %x to i32
  ret i32 %y
}

define spir_func <2 x i4> @narrower(<2 x i64> %x) {
  %y = trunc <2 x i64> %x to <2 x i4>
  ret <2 x i4> %y
}

define spir_func i4 @of_a_number(float %x) {
  %y = fptosi float %x to i4
  ret i4 %y
}
