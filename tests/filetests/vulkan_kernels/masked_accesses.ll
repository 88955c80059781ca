; Loads and stores under a mask, as LLVM's vectorisers write them: a branch for each lane.
; RUN: forward --environment=vulkan1.3
; ENV: vulkan1.3
; LOSES: a kernel becomes a shader, whose interface is another one
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spir64-unknown-unknown"
declare <4 x i32> @llvm.masked.load.v4i32.p1(ptr addrspace(1), <4 x i1>, <4 x i32>)
declare <2 x half> @llvm.masked.load.v2f16.p1(ptr addrspace(1), <2 x i1>, <2 x half>)
declare void @llvm.masked.store.v2f16.p1(<2 x half>, ptr addrspace(1), <2 x i1>)
define spir_kernel void @k(ptr addrspace(1) %o, ptr addrspace(1) %p, ptr addrspace(1) %h, i32 %n) {
  %a = insertelement <4 x i32> poison, i32 %n, i32 0
  %b = shufflevector <4 x i32> %a, <4 x i32> poison, <4 x i32> zeroinitializer
  %m = icmp ugt <4 x i32> %b, <i32 0, i32 1, i32 2, i32 3>
  %v = call <4 x i32> @llvm.masked.load.v4i32.p1(ptr addrspace(1) align 4 %p, <4 x i1> %m, <4 x i32> zeroinitializer)
  store <4 x i32> %v, ptr addrspace(1) %o
  %two = shufflevector <4 x i1> %m, <4 x i1> poison, <2 x i32> <i32 0, i32 1>
  %x = call <2 x half> @llvm.masked.load.v2f16.p1(ptr addrspace(1) align 2 %h, <2 x i1> %two, <2 x half> poison)
  %next = getelementptr half, ptr addrspace(1) %h, i32 5
  call void @llvm.masked.store.v2f16.p1(<2 x half> %x, ptr addrspace(1) align 2 %next, <2 x i1> %two)
  ret void
}
