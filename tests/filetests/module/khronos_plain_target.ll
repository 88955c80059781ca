; `spirv-unknown-unknown` names no environment of shaders: Khronos mode takes it for kernels with addresses of 64 bits.
; RUN: forward khronos
; RUN: roundtrip khronos
target triple = "spirv-unknown-unknown"

define spir_kernel void @kernel(ptr addrspace(1) %p, <2 x half> %a, float %b) {
  %sum = fadd contract <2 x half> %a, %a
  %more = fadd contract float %b, %b
  store <2 x half> %sum, ptr addrspace(1) %p
  store float %more, ptr addrspace(1) %p
  ret void
}
