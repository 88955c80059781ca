; Where vectors of pointers are stepped, passed, or gathered through as pointers to different types, validators do not take vectors, and
; Khronos mode does each pointer by itself.
; RUN: forward khronos --spirv-ext=+SPV_INTEL_masked_gather_scatter
; NO-ROUND-TRIP: what is in parts in the middle is whole vectors on the way back
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

define spir_func <2 x float> @steps(ptr %place, <2 x i64> %at, <2 x i1> %mask) {
  %base = load <2 x ptr addrspace(1)>, ptr %place, align 16
  %from = getelementptr float, <2 x ptr addrspace(1)> %base, <2 x i64> %at
  %x = call <2 x float> @llvm.masked.gather.v2f32.v2p1(<2 x ptr addrspace(1)> align 4 %from, <2 x i1> %mask, <2 x float> zeroinitializer)
  ret <2 x float> %x
}

declare <2 x float> @llvm.masked.gather.v2f32.v2p1(<2 x ptr addrspace(1)>, <2 x i1>, <2 x float>)
