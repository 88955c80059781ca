; Vectors of any length stay whole where an extension has them.
; A builtin of OpenCL.std takes the lengths that the core has.
; RUN: forward --spirv-ext=+SPV_EXT_long_vector
; RUN: forward --spirv-ext=+SPV_INTEL_vector_compute
; RUN: roundtrip --spirv-ext=+SPV_EXT_long_vector
; NO-VAL: SPIRV-Tools does not know SPV_EXT_long_vector, nor the vectors of SPV_INTEL_vector_compute
; COMPLAINT: Invalid capability operand: 5425
; COMPLAINT: Illegal number of components (5) for TypeVector
target triple = "spir64-unknown-unknown"
define spir_func <5 x float> @f(<5 x float> %v, ptr addrspace(1) %p) {
  %one = load <1 x float>, ptr addrspace(1) %p
  %x = extractelement <1 x float> %one, i32 0
  %w = insertelement <5 x float> %v, float %x, i32 4
  %r = call <5 x float> @llvm.sqrt.v5f32(<5 x float> %w)
  ret <5 x float> %r
}
