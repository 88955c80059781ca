; opencl.enable.FP_CONTRACT says that a module may be fused throughout.
; RUN: forward
target triple = "spir64-unknown-unknown"

define spir_kernel void @k(ptr addrspace(1) %p, float %a) {
  %product = fmul contract float %a, %a
  %sum = fadd contract float %product, %a
  store float %sum, ptr addrspace(1) %p, align 4
  ret void
}

!opencl.enable.FP_CONTRACT = !{}
