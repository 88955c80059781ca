; Integers that become halves, and halves that become integers, in a module with numbers of 16 bits in its buffers: it needs `Float16`.
; RUN: forward --environment=vulkan1.3
; ENV: vulkan1.3
; LOSES: a kernel becomes a shader, whose interface is another one
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spir64-unknown-unknown"
define spir_kernel void @k(ptr addrspace(1) %n, ptr addrspace(1) %s, i64 %a) {
  %word = load i16, ptr addrspace(1) %s
  store i16 %word, ptr addrspace(1) %n
  %y = uitofp i64 %a to half
  %z = fpext half %y to float
  %f = getelementptr i8, ptr addrspace(1) %n, i64 32
  store float %z, ptr addrspace(1) %f
  %c = fptrunc float %z to half
  %i = fptosi half %c to i32
  %g = getelementptr i8, ptr addrspace(1) %n, i64 36
  store i32 %i, ptr addrspace(1) %g
  ret void
}
