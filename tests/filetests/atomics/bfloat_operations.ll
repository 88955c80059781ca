; Each operation that LLVM has on bfloat, where there is the type, but nothing that computes with it, and where there is both.
; RUN: forward --spirv-ext=+SPV_KHR_bfloat16
; RUN: forward --spirv-ext=+SPV_KHR_bfloat16,+SPV_INTEL_bfloat16_arithmetic,+SPV_INTEL_16bit_atomics,+SPV_EXT_shader_atomic_float_add,+SPV_EXT_shader_atomic_float_min_max
; RUN: roundtrip --spirv-ext=+SPV_KHR_bfloat16
; RUN: roundtrip --spirv-ext=+SPV_KHR_bfloat16,+SPV_INTEL_16bit_atomics
; NO-VAL: SPIRV-Tools does not know the capabilities of 16-bit atomics and of arithmetic of bfloat
; COMPLAINT: Invalid capability operand: 6226
; COMPLAINT: Invalid capability operand: 6260
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

define spir_func void @all(ptr addrspace(1) %p, bfloat %x) {
  %a = atomicrmw fadd ptr addrspace(1) %p, bfloat %x seq_cst
  %b = atomicrmw fsub ptr addrspace(1) %p, bfloat %x seq_cst
  %c = atomicrmw fmax ptr addrspace(1) %p, bfloat %x seq_cst
  %d = atomicrmw fmin ptr addrspace(1) %p, bfloat %x seq_cst
  %e = atomicrmw fmaximum ptr addrspace(1) %p, bfloat %x seq_cst
  %f = atomicrmw volatile fminimum ptr addrspace(1) %p, bfloat %x seq_cst
  %g = atomicrmw xchg ptr addrspace(1) %p, bfloat %x seq_cst
  ret void
}
