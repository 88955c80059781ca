; What an extension has for reading and writing through many pointers; without it, and for lengths that it lacks, each
; pointer by itself.
; RUN: forward --spirv-ext=+SPV_INTEL_masked_gather_scatter
; RUN: roundtrip --spirv-ext=+SPV_INTEL_masked_gather_scatter
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

define spir_kernel void @all(ptr addrspace(1) %p, ptr addrspace(3) %q, <4 x i64> %at, <4 x i1> %mask) {
  %from = getelementptr float, ptr addrspace(1) %p, <4 x i64> %at
  %x = call <4 x float> @llvm.masked.gather.v4f32.v4p1(<4 x ptr addrspace(1)> align 4 %from, <4 x i1> %mask, <4 x float> zeroinitializer)
  %to = getelementptr float, ptr addrspace(3) %q, <4 x i64> %at
  call void @llvm.masked.scatter.v4f32.v4p3(<4 x float> %x, <4 x ptr addrspace(3)> %to, <4 x i1> <i1 true, i1 false, i1 true, i1 true>)
  ret void
}

; What is loaded may be another type than what the pointers were made for.
define spir_func <2 x double> @casts(<2 x ptr addrspace(1)> %from, <2 x i1> %mask, <2 x double> %otherwise) {
  %step = getelementptr inbounds i32, <2 x ptr addrspace(1)> %from, i32 1
  %x = call <2 x double> @llvm.masked.gather.v2f64.v2p1(<2 x ptr addrspace(1)> align 8 %step, <2 x i1> %mask, <2 x double> %otherwise)
  ret <2 x double> %x
}

define spir_func <5 x i32> @five(<5 x ptr addrspace(1)> %from) {
  %x = call <5 x i32> @llvm.masked.gather.v5i32.v5p1(<5 x ptr addrspace(1)> align 4 %from, <5 x i1> splat (i1 true), <5 x i32> poison)
  ret <5 x i32> %x
}

define spir_func <2 x ptr addrspace(1)> @pointers(<2 x ptr addrspace(1)> %from) {
  %x = call <2 x ptr addrspace(1)> @llvm.masked.gather.v2p1.v2p1(<2 x ptr addrspace(1)> align 8 %from, <2 x i1> splat (i1 true), <2 x ptr addrspace(1)> poison)
  ret <2 x ptr addrspace(1)> %x
}
