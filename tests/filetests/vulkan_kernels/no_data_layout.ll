; A module that names no data layout has that of its target: a number of 64 bits is aligned to 8.
; RUN: forward --environment=vulkan1.3
; ENV: vulkan1.3
; LOSES: a kernel becomes a shader, whose interface is another one
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k(ptr addrspace(1) %o, float %x, i64 %e) {
  %p = getelementptr { i32, i64 }, ptr addrspace(1) %o, i32 1, i32 1
  %l = load i64, ptr addrspace(1) %p
  %s = add i64 %l, %e
  %f = sitofp i64 %s to float
  %r = fadd float %f, %x
  store float %r, ptr addrspace(1) %o
  ret void
}
