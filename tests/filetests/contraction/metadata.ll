; What -r writes for kernels that may be contracted throughout is read again: flags of single sums do not take it back.
; RUN: forward
; RUN: roundtrip
; SHOW: module
target triple = "spir64-unknown-unknown"
define spir_kernel void @k(ptr addrspace(1) %p, float %a) {
  %product = fmul float %a, %a
  %sum = fadd float %product, %a
  store float %sum, ptr addrspace(1) %p, align 4
  ret void
}
!opencl.enable.FP_CONTRACT = !{}
