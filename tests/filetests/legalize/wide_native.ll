; Integers that an extension has are whole in switches, casts of booleans and casts of bits.
; RUN: forward --spirv-ext=+SPV_INTEL_arbitrary_precision_integers
; NO-VAL: SPIRV-Tools knows integers of four widths
; COMPLAINT: Invalid number of bits (100) used for OpTypeInt.
target triple = "spir64-unknown-unknown"

define spir_func i100 @f(i100 %x, i1 %b) {
  switch i100 %x, label %none [
    i100 -1, label %some
    i100 18446744073709551617, label %some
  ]

some:
  %all = sext i1 %b to i100
  ret i100 %all

none:
  %bits = bitcast i100 %x to <100 x i1>
  %bit = extractelement <100 x i1> %bits, i32 70
  %wide = zext i1 %bit to i100
  ret i100 %wide
}
