; What is copied through a pointer from a table goes to a buffer, and to no other table: the second one leads to one buffer alone,
; so that a distance in it is known.
; RUN: forward --environment=vulkan1.3
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spir64-unknown-unknown"

declare spir_func i64 @_Z13get_global_idj(i32)
declare void @llvm.memcpy.p0.p1.i64(ptr, ptr addrspace(1), i64, i1)
declare void @llvm.memcpy.p1.p0.i64(ptr addrspace(1), ptr, i64, i1)

define spir_kernel void @distances(ptr addrspace(1) align 4 %a, ptr addrspace(1) align 4 %b, ptr addrspace(1) align 8 %to) {
  %block = alloca [32 x i8], align 16
  %of_both = alloca [2 x ptr addrspace(1)], align 8
  %of_one = alloca [2 x ptr addrspace(1)], align 8
  %i = call spir_func i64 @_Z13get_global_idj(i32 0)
  %further = getelementptr [32 x i8], ptr addrspace(1) %b, i64 %i
  %second = getelementptr ptr addrspace(1), ptr %of_both, i64 1
  store ptr addrspace(1) %a, ptr %of_both
  store ptr addrspace(1) %further, ptr %second
  %other = getelementptr ptr addrspace(1), ptr %of_one, i64 1
  store ptr addrspace(1) %further, ptr %of_one
  store ptr addrspace(1) %b, ptr %other
  %which = and i64 %i, 1
  %from.at = getelementptr ptr addrspace(1), ptr %of_both, i64 %which
  %from = load ptr addrspace(1), ptr %from.at
  call void @llvm.memcpy.p0.p1.i64(ptr align 16 %block, ptr addrspace(1) align 4 %from, i64 32, i1 false)
  %into.at = getelementptr ptr addrspace(1), ptr %of_one, i64 %which
  %into = load ptr addrspace(1), ptr %into.at
  call void @llvm.memcpy.p1.p0.i64(ptr addrspace(1) align 4 %into, ptr align 16 %block, i64 32, i1 false)
  %end = ptrtoint ptr addrspace(1) %into to i64
  %begin = ptrtoint ptr addrspace(1) %b to i64
  %distance = sub i64 %end, %begin
  %place = getelementptr i64, ptr addrspace(1) %to, i64 %i
  store i64 %distance, ptr addrspace(1) %place
  ret void
}
