; Numbers that shaders do not have in memory, in buffers at a computed index and as arguments: integers of as many bytes, in blocks.
; RUN: forward --environment=vulkan1.3
; ENV: vulkan1.3
; LOSES: a kernel becomes a shader, whose interface is another one
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
define spir_kernel void @buffers(ptr addrspace(1) %o, ptr addrspace(1) %b, ptr addrspace(1) %s, ptr addrspace(1) %w, ptr addrspace(1) %f, i32 %n) {
  %b.n = getelementptr bfloat, ptr addrspace(1) %b, i32 %n
  %bf = load bfloat, ptr addrspace(1) %b.n, align 2
  %bx = fpext bfloat %bf to float
  %s.n = getelementptr i24, ptr addrspace(1) %s, i32 %n
  %sn = load i24, ptr addrspace(1) %s.n, align 4
  %sx = sitofp i24 %sn to float
  %w.n = getelementptr i48, ptr addrspace(1) %w, i32 %n
  %wn = load i48, ptr addrspace(1) %w.n, align 8
  %wx = sitofp i48 %wn to float
  %f.n = getelementptr <3 x i1>, ptr addrspace(1) %f, i32 %n
  %flags = load <3 x i1>, ptr addrspace(1) %f.n, align 1
  %flag = extractelement <3 x i1> %flags, i32 2
  %two = insertelement <3 x i1> %flags, i1 true, i32 1
  store <3 x i1> %two, ptr addrspace(1) %f, align 1
  %x1 = fadd float %bx, %sx
  %x2 = fadd float %x1, %wx
  %x3 = select i1 %flag, float %x2, float 0.0
  store float %x3, ptr addrspace(1) %o
  ret void
}
define spir_kernel void @arguments(ptr addrspace(1) %o, i1 %b, bfloat %f, i24 %s, i128 %w, <1 x float> %one, <4 x i1> %flags, float %last) {
  %bx = uitofp i1 %b to float
  %fx = fpext bfloat %f to float
  %sx = sitofp i24 %s to float
  %high = lshr i128 %w, 64
  %hn = trunc i128 %high to i64
  %hx = uitofp i64 %hn to float
  %ox = extractelement <1 x float> %one, i32 0
  %flag = extractelement <4 x i1> %flags, i32 3
  %x1 = fadd float %bx, %fx
  %x2 = fadd float %x1, %sx
  %x3 = fadd float %x2, %hx
  %x4 = fadd float %x3, %ox
  %x5 = select i1 %flag, float %x4, float %last
  store float %x5, ptr addrspace(1) %o
  ret void
}
