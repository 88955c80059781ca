; Addresses that become numbers, of which comparisons are all that is left: the distance of two buffers that a vectorised loop asks
; for, an alignment of two pointers at once. Each buffer has a made-up address, far from all others.
; RUN: forward --environment=vulkan1.3
; ENV: vulkan1.3
; LOSES: a kernel becomes a shader, whose interface is another one
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
define spir_kernel void @distance(ptr addrspace(1) %a, ptr addrspace(1) %b, i64 %n) {
  %an = ptrtoint ptr addrspace(1) %a to i64
  %bn = ptrtoint ptr addrspace(1) %b to i64
  %x = add i64 %an, %n
  %y = add i64 %bn, -16
  %d = sub i64 %x, %y
  %c = icmp ult i64 %d, 4
  %p = getelementptr i8, ptr addrspace(1) %a, i64 %n
  %m = ptrtoint ptr addrspace(1) %p to i64
  %e = icmp ugt i64 %m, %an
  %v = select i1 %c, i32 1, i32 2
  %w = select i1 %e, i32 3, i32 %v
  store i32 %w, ptr addrspace(1) %a
  store i32 %v, ptr addrspace(1) %b
  ret void
}
define spir_kernel void @alignments(ptr addrspace(1) %a, ptr addrspace(1) %b, i64 %n) {
  %p = getelementptr i8, ptr addrspace(1) %a, i64 %n
  %1 = insertelement <2 x ptr addrspace(1)> poison, ptr addrspace(1) %p, i64 0
  %2 = insertelement <2 x ptr addrspace(1)> %1, ptr addrspace(1) %b, i64 1
  %3 = ptrtoint <2 x ptr addrspace(1)> %2 to <2 x i64>
  %4 = and <2 x i64> %3, <i64 15, i64 7>
  %5 = icmp eq <2 x i64> %4, zeroinitializer
  %6 = extractelement <2 x i1> %5, i32 0
  %7 = extractelement <2 x i1> %5, i32 1
  %8 = and i1 %6, %7
  %9 = zext i1 %8 to i32
  store i32 %9, ptr addrspace(1) %b
  store i8 1, ptr addrspace(1) %p
  ret void
}
