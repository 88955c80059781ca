; Numbers of 16 bits: by instructions where the extensions are allowed, else by the word that they are in.
; RUN: forward --spirv-ext=+SPV_INTEL_16bit_atomics,+SPV_EXT_shader_atomic_float16_add,+SPV_EXT_shader_atomic_float_add,+SPV_EXT_shader_atomic_float_min_max
; RUN: forward
; NO-VAL: SPIRV-Tools knows nothing of SPV_INTEL_16bit_atomics
; COMPLAINT: Invalid capability operand: 6260
target triple = "spir64-unknown-unknown"

define spir_func i16 @integers(ptr addrspace(1) %p, i16 %v) {
  %added = atomicrmw add ptr addrspace(1) %p, i16 %v syncscope("device") monotonic
  %loaded = load atomic i16, ptr addrspace(1) %p syncscope("device") monotonic, align 2
  %sum = add i16 %added, %loaded
  ret i16 %sum
}

define spir_func half @floats(ptr addrspace(1) %p, half %v) {
  %added = atomicrmw fadd ptr addrspace(1) %p, half %v syncscope("device") monotonic
  %most = atomicrmw fmax ptr addrspace(1) %p, half %added syncscope("device") monotonic
  ret half %most
}
