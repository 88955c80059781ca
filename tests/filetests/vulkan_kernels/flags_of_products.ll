; Fast-math flags of a product and a sum that are one intrinsic: shaders can say contraction alone, as of other arithmetic.
; RUN: forward --environment=vulkan1.3
; ENV: vulkan1.3
; LOSES: a kernel becomes a shader, whose interface is another one
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
declare float @llvm.fmuladd.f32(float, float, float)
declare <2 x half> @llvm.fmuladd.v2f16(<2 x half>, <2 x half>, <2 x half>)
define spir_kernel void @k(ptr addrspace(1) %o, float %a, float %b, <2 x half> %h) {
  %x = call reassoc nnan ninf nsz arcp afn float @llvm.fmuladd.f32(float %a, float %b, float %a)
  %y = call fast float @llvm.fmuladd.f32(float %x, float %b, float 1.0)
  %z = fmul nnan ninf nsz arcp float %y, %x
  %v = call nnan nsz <2 x half> @llvm.fmuladd.v2f16(<2 x half> %h, <2 x half> %h, <2 x half> %h)
  %l = extractelement <2 x half> %v, i32 0
  %w = fpext half %l to float
  %s = fadd float %z, %w
  store float %s, ptr addrspace(1) %o
  ret void
}
