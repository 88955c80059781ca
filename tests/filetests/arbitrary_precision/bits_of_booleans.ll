; RUN: forward --spirv-ext=+SPV_INTEL_arbitrary_precision_integers
; NO-VAL: SPIRV-Tools knows integers of four widths
; COMPLAINT: Invalid number of bits (4) used for OpTypeInt.
; What the extension has is held as it is, also where the rest of the instruction is rewritten.
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spir64"

define spir_func i4 @mask(<4 x i32> %a, <4 x i32> %b) {
  %less = icmp slt <4 x i32> %a, %b
  %bits = bitcast <4 x i1> %less to i4
  ret i4 %bits
}

define spir_func <4 x i1> @lanes(i4 %bits) {
  %lanes = bitcast i4 %bits to <4 x i1>
  ret <4 x i1> %lanes
}

define spir_func i24 @lane(<5 x i24> %a, <5 x i24> %b) {
  %sum = add nsw <5 x i24> %a, %b
  %lane = extractelement <5 x i24> %sum, i32 4
  ret i24 %lane
}

define spir_func i96 @whole(<3 x i32> %a) {
  %whole = bitcast <3 x i32> %a to i96
  ret i96 %whole
}

define spir_func i96 @joined(<6 x i16> %a) {
  %whole = bitcast <6 x i16> %a to i96
  ret i96 %whole
}
