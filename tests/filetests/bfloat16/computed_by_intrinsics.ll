; What computes with bfloat declares so: intrinsics of two results, those that give integers, atomics that are loops.
; RUN: forward --spirv-ext=+SPV_KHR_bfloat16,+SPV_INTEL_bfloat16_arithmetic
; NO-VAL: SPIRV-Tools does not know SPV_INTEL_bfloat16_arithmetic
; COMPLAINT: Invalid capability operand: 6226
target triple = "spir64-unknown-unknown"

define spir_kernel void @k(ptr addrspace(1) %o, ptr addrspace(1) %i) {
  %b = load bfloat, ptr addrspace(1) %i
  %r = call { bfloat, bfloat } @llvm.modf.bf16(bfloat %b)
  store { bfloat, bfloat } %r, ptr addrspace(1) %o
  ret void
}
