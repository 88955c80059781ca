; Two tables of pointers in a function, of which one gets those of the other: what is loaded leads to the buffers alone that were
; stored there, so that the distance of two pointers into one buffer is known. Tables that are no variables of the first block
; are like those that are.
; RUN: forward --environment=vulkan1.3
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spir64-unknown-unknown"

define spir_kernel void @distance(ptr addrspace(1) align 16 %a, ptr addrspace(1) align 16 %b, ptr addrspace(1) align 16 %to, i64 %i) {
entry:
  br label %next
next:
  %one = alloca [2 x ptr addrspace(1)], align 8
  %both = alloca [2 x ptr addrspace(1)], align 8
  %far = getelementptr i8, ptr addrspace(1) %a, i64 %i
  store ptr addrspace(1) %far, ptr %one, align 8
  %one.1 = getelementptr i8, ptr %one, i64 8
  store ptr addrspace(1) %a, ptr %one.1, align 8
  %k = and i64 %i, 1
  %one.k = getelementptr ptr addrspace(1), ptr %one, i64 %k
  %p = load ptr addrspace(1), ptr %one.k, align 8
  store ptr addrspace(1) %p, ptr %both, align 8
  %both.1 = getelementptr i8, ptr %both, i64 8
  store ptr addrspace(1) %b, ptr %both.1, align 8
  %both.k = getelementptr ptr addrspace(1), ptr %both, i64 %k
  %q = load ptr addrspace(1), ptr %both.k, align 8
  %from = ptrtoint ptr addrspace(1) %p to i64
  %start = ptrtoint ptr addrspace(1) %a to i64
  %distance = sub i64 %from, %start
  store i64 %distance, ptr addrspace(1) %to, align 8
  %x = load i64, ptr addrspace(1) %q, align 8
  %to.1 = getelementptr i8, ptr addrspace(1) %to, i64 8
  store i64 %x, ptr addrspace(1) %to.1, align 8
  ret void
}
