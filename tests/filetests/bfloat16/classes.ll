; Kinds of numbers and wide integers have no instructions for them: by their bits, and by pieces.
; RUN: roundtrip --spirv-ext=+SPV_KHR_bfloat16,+SPV_INTEL_bfloat16_arithmetic
; NO-VAL: SPIRV-Tools does not know SPV_INTEL_bfloat16_arithmetic
; COMPLAINT: Invalid capability operand: 6226
target triple = "spir64-unknown-unknown"

define spir_func i1 @f(bfloat %x) {
  %r = call i1 @llvm.is.fpclass.bf16(bfloat %x, i32 789)
  ret i1 %r
}

define spir_func i128 @g(bfloat %x) {
  %r = fptoui bfloat %x to i128
  ret i128 %r
}

declare i1 @llvm.is.fpclass.bf16(bfloat, i32)
