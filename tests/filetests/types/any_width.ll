; Integers of any width, where the extension that has them is allowed; else they are held in wider ones, and the Khronos translator
; refuses them.
; RUN: roundtrip --spirv-ext=+SPV_INTEL_arbitrary_precision_integers
; RUN: fails forward khronos
; NO-VAL: SPIRV-Tools knows integers of four widths
; COMPLAINT: Invalid number of bits (13) used for OpTypeInt.
target triple = "spir64-unknown-unknown"

define spir_func i13 @narrow(i13 %x) {
  %y = add i13 %x, -3
  ret i13 %y
}

define spir_func i96 @wide(i96 %x, i48 %y) {
  %z = zext i48 %y to i96
  %a = mul i96 %x, %z
  %b = add i96 %a, 18446744073709551620
  ret i96 %b
}
