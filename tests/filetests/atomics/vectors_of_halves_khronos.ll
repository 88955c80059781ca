; Khronos mode has atomics on vectors of halves, too, and names the extension that they need.
; NO-ROUND-TRIP: they come back as `atomic_add` and its kin, as from the Khronos translator, which are no builtins for vectors
; RUN: forward khronos --spirv-ext=+SPV_NV_shader_atomic_fp16_vector
; RUN: fails forward khronos
target triple = "spir64-unknown-unknown"

define spir_func <4 x half> @f(ptr addrspace(1) %p, <2 x half> %two, <4 x half> %four) {
  %sum = atomicrmw fadd ptr addrspace(1) %p, <2 x half> %two seq_cst
  %difference = atomicrmw fsub ptr addrspace(1) %p, <2 x half> %sum monotonic
  %least = atomicrmw fmin ptr addrspace(1) %p, <2 x half> %difference acquire
  %most = atomicrmw fmax ptr addrspace(1) %p, <2 x half> %least release
  %all = atomicrmw fadd ptr addrspace(1) %p, <4 x half> %four acq_rel
  ret <4 x half> %all
}
