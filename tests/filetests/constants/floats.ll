; Every bit of a float comes back: both zeros, infinities, numbers below the normal ones, NaNs with what they carry.
; RUN: forward
; RUN: roundtrip
; COVERS: s2_120
target triple = "spir64-unknown-unknown"

define spir_func void @f(ptr addrspace(1) %p) {
  store float 0.0, ptr addrspace(1) %p, align 4
  store float -0.0, ptr addrspace(1) %p, align 4
  store float 1.0, ptr addrspace(1) %p, align 4
  store float 0x3FB99999A0000000, ptr addrspace(1) %p, align 4
  store float 0x7FF0000000000000, ptr addrspace(1) %p, align 4
  store float 0xFFF0000000000000, ptr addrspace(1) %p, align 4
  store float 0x7FF8000000000000, ptr addrspace(1) %p, align 4
  store float 0xFFF8000020000000, ptr addrspace(1) %p, align 4
  store float 0x7FF4000000000000, ptr addrspace(1) %p, align 4
  store float 0x36A0000000000000, ptr addrspace(1) %p, align 4
  store float 0x380FFFFFC0000000, ptr addrspace(1) %p, align 4
  store float 0x47EFFFFFE0000000, ptr addrspace(1) %p, align 4
  ret void
}
