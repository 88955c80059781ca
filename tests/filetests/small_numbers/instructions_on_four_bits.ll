; Conversions of integers of 4 bits that LLVM has instructions for come back as these; under the Khronos translator's name they are its calls.
; RUN: forward --spirv-ext=+SPV_INTEL_int4,+SPV_KHR_bfloat16,+SPV_INTEL_bfloat16_arithmetic
; RUN: roundtrip --spirv-ext=+SPV_INTEL_int4,+SPV_KHR_bfloat16,+SPV_INTEL_bfloat16_arithmetic
; RUN: roundtrip khronos --spirv-ext=+SPV_INTEL_int4,+SPV_KHR_bfloat16,+SPV_INTEL_bfloat16_arithmetic
; NO-VAL: SPIRV-Tools does not know integers of 4 bits
; COMPLAINT: Invalid number of bits (4) used for OpTypeInt.
target triple = "spir64-unknown-unknown"

define spir_func i8 @widened(i4 %number) {
  %wide = sext i4 %number to i8
  ret i8 %wide
}

define spir_func i4 @rounded(i4 %number) {
  %float = sitofp i4 %number to half
  %back = fptosi half %float to i4
  ret i4 %back
}

define spir_func <2 x i4> @vectors(<2 x i4> %number) {
  %float = sitofp <2 x i4> %number to <2 x bfloat>
  %back = fptosi <2 x bfloat> %float to <2 x i4>
  ret <2 x i4> %back
}
