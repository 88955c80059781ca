; A difference of addresses in one variable, in a constant vector of floats: it is a number that is known.
; RUN: forward --environment=vulkan1.3
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spir64-unknown-unknown"

@local = internal addrspace(3) global [64 x i8] poison, align 16

define spir_kernel void @differences(ptr addrspace(1) align 16 %to) {
  %there = getelementptr i8, ptr addrspace(3) @local, i64 8
  %from = ptrtoint ptr addrspace(3) %there to i64
  %start = ptrtoint ptr addrspace(3) @local to i64
  %distance = sub i64 %from, %start
  %one = insertelement <2 x i64> poison, i64 %distance, i32 0
  %both = shufflevector <2 x i64> %one, <2 x i64> poison, <2 x i32> zeroinitializer
  %doubles = bitcast <2 x i64> %both to <2 x double>
  store <2 x double> %doubles, ptr addrspace(1) %to, align 16
  ret void
}
