; In Khronos mode pointers are cast to what a vector of them has for components, and back.
; RUN: forward khronos --spirv-ext=+SPV_INTEL_masked_gather_scatter
; NO-ROUND-TRIP: casts stay in Khronos mode, and come anew
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

define spir_func <2 x float> @moves(ptr addrspace(1) %p, <2 x i1> %mask) {
  %from = alloca <2 x ptr addrspace(1)>, align 16
  %to = alloca <2 x ptr addrspace(3)>, align 16
  %places = load <2 x ptr addrspace(1)>, ptr %from, align 16
  %changed = insertelement <2 x ptr addrspace(1)> %places, ptr addrspace(1) %p, i32 1
  store <2 x ptr addrspace(1)> %changed, ptr %from, align 16
  %x = call <2 x float> @llvm.masked.gather.v2f32.v2p1(<2 x ptr addrspace(1)> align 4 %changed, <2 x i1> %mask, <2 x float> zeroinitializer)
  %targets = load <2 x ptr addrspace(3)>, ptr %to, align 16
  call void @llvm.masked.scatter.v2f32.v2p3(<2 x float> %x, <2 x ptr addrspace(3)> align 8 %targets, <2 x i1> splat (i1 true))
  %first = extractelement <2 x ptr addrspace(1)> %changed, i32 0
  store i64 7, ptr addrspace(1) %first, align 8
  ret <2 x float> %x
}

declare <2 x float> @llvm.masked.gather.v2f32.v2p1(<2 x ptr addrspace(1)>, <2 x i1>, <2 x float>)
declare void @llvm.masked.scatter.v2f32.v2p3(<2 x float>, <2 x ptr addrspace(3)>, <2 x i1>)
