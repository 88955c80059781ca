; What is atomic on vectors is so on an integer of the same width; NaN and the sign of zero count in fmaximum and fminimum.
; RUN: forward
target triple = "spir64-unknown-unknown"

define spir_func <2 x half> @vectors(ptr addrspace(1) %p, <2 x half> %v) {
  %loaded = load atomic <2 x half>, ptr addrspace(1) %p acquire, align 4
  %added = atomicrmw fadd ptr addrspace(1) %p, <2 x half> %v syncscope("device") monotonic
  store atomic <2 x half> %added, ptr addrspace(1) %p release, align 4
  ret <2 x half> %loaded
}

define spir_func <2 x i8> @small_vectors(ptr addrspace(3) %p) {
  %loaded = load atomic <2 x i8>, ptr addrspace(3) %p syncscope("workgroup") acquire, align 2
  ret <2 x i8> %loaded
}

define spir_func float @extremes(ptr addrspace(1) %p, float %v) {
  %most = atomicrmw fmaximum ptr addrspace(1) %p, float %v syncscope("device") monotonic
  %least = atomicrmw fminimum ptr addrspace(1) %p, float %most syncscope("device") monotonic
  ret float %least
}
