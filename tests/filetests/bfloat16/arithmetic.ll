; Arithmetic on bfloat needs an extension of its own, or is done as float; loads and conversions need none.
; RUN: forward --spirv-ext=+SPV_KHR_bfloat16,+SPV_INTEL_bfloat16_arithmetic
; RUN: roundtrip --spirv-ext=+SPV_KHR_bfloat16,+SPV_INTEL_bfloat16_arithmetic
; RUN: forward --spirv-ext=+SPV_KHR_bfloat16
; RUN: fails forward khronos --spirv-ext=+SPV_KHR_bfloat16
; NO-VAL: SPIRV-Tools does not know SPV_INTEL_bfloat16_arithmetic
; COMPLAINT: Invalid capability operand: 6226
target triple = "spir64-unknown-unknown"
declare <2 x bfloat> @llvm.fabs.v2bf16(<2 x bfloat>)
define spir_func bfloat @f(bfloat %x, bfloat %y) {
  %sum = fadd bfloat %x, %y
  ret bfloat %sum
}
define spir_func <2 x bfloat> @g(<2 x bfloat> %x) {
  %r = call <2 x bfloat> @llvm.fabs.v2bf16(<2 x bfloat> %x)
  ret <2 x bfloat> %r
}
