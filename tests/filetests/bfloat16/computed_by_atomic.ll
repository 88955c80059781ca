; What computes with bfloat declares so.
; RUN: forward --spirv-ext=+SPV_KHR_bfloat16,+SPV_INTEL_bfloat16_arithmetic
; NO-VAL: SPIRV-Tools does not know SPV_INTEL_bfloat16_arithmetic
; COMPLAINT: Invalid capability operand: 6226
target triple = "spir64-unknown-unknown"

define spir_kernel void @k(ptr addrspace(1) %o, <2 x bfloat> %x) {
  %r = atomicrmw fadd ptr addrspace(1) %o, <2 x bfloat> %x seq_cst
  ret void
}
