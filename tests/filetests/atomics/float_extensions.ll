; With its extension, arithmetic on floating-point numbers is an instruction; a difference adds the negated number.
; RUN: forward --spirv-ext=+SPV_EXT_shader_atomic_float_add,+SPV_EXT_shader_atomic_float_min_max
; RUN: roundtrip --spirv-ext=+SPV_EXT_shader_atomic_float_add,+SPV_EXT_shader_atomic_float_min_max
; COVERS: s2_124
target triple = "spir64-unknown-unknown"

define spir_func float @add(ptr addrspace(1) %p, float %v) {
  %old = atomicrmw fsub ptr addrspace(1) %p, float %v syncscope("device") acq_rel
  ret float %old
}

define spir_func double @max(ptr addrspace(1) %p, double %v) {
  %old = atomicrmw fmax ptr addrspace(1) %p, double %v monotonic
  ret double %old
}

declare spir_func float @_Z25atomic_fetch_sub_explicitPU3AS4VU7_Atomicff12memory_order(ptr addrspace(4), float, i32)

define spir_func float @builtin(ptr addrspace(4) %p) {
  %old = call spir_func float @_Z25atomic_fetch_sub_explicitPU3AS4VU7_Atomicff12memory_order(ptr addrspace(4) %p, float 2.5, i32 5)
  ret float %old
}
