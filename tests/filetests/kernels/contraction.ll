; Without the flag nothing may be fused, which SPIR-V does by default; llvm.fmuladd may be.
; RUN: forward
target triple = "spir64-unknown-unknown"

declare float @llvm.fmuladd.f32(float, float, float)

define spir_kernel void @exact(ptr addrspace(1) %p, float %a) {
  %product = fmul float %a, %a
  %sum = fadd float %product, %a
  store float %sum, ptr addrspace(1) %p, align 4
  ret void
}

define spir_kernel void @fused(ptr addrspace(1) %p, float %a) {
  %sum = call float @llvm.fmuladd.f32(float %a, float %a, float %a)
  store float %sum, ptr addrspace(1) %p, align 4
  ret void
}
