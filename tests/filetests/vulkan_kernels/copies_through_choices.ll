; Copies and fills through pointers that phis and selects choose, and of a part of a vector: number by number.
; RUN: forward --environment=vulkan1.3
; ENV: vulkan1.3
; LOSES: a kernel becomes a shader, whose interface is another one
target triple = "spirv64-unknown-unknown"
@shared = internal addrspace(3) global [64 x i8] poison, align 16
define spir_kernel void @walk(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n, i64 %step) {
entry:
  %own = alloca [64 x i8], align 16
  call void @llvm.memcpy.p0.p1.i64(ptr align 16 %own, ptr addrspace(1) align 16 %in, i64 64, i1 false)
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %more, %body ]
  %at = phi ptr [ %own, %entry ], [ %next, %body ]
  %there = phi ptr addrspace(3) [ @shared, %entry ], [ %beside, %body ]
  %is = icmp ult i32 %i, %n
  br i1 %is, label %body, label %exit
body:
  call void @llvm.memset.p0.i64(ptr align 4 %at, i8 7, i64 8, i1 false)
  call void @llvm.memmove.p3.p0.i64(ptr addrspace(3) align 4 %there, ptr align 4 %at, i64 12, i1 false)
  call void @llvm.memcpy.p1.p3.i64(ptr addrspace(1) align 4 %out, ptr addrspace(3) align 4 %there, i64 256, i1 false)
  %next = getelementptr i8, ptr %at, i64 %step
  %beside = getelementptr i8, ptr addrspace(3) %there, i64 %step
  %more = add i32 %i, 1
  br label %head
exit:
  %last = load i32, ptr %at, align 4
  store i32 %last, ptr addrspace(1) %out, align 4
  ret void
}
define spir_kernel void @part(ptr addrspace(1) %in, ptr addrspace(1) %out, i8 %byte) {
  %own = alloca <4 x i32>, align 16
  call void @llvm.memcpy.p0.p1.i64(ptr align 16 %own, ptr addrspace(1) align 16 %in, i64 16, i1 false)
  %half = getelementptr i8, ptr %own, i64 4
  call void @llvm.memset.p0.i64(ptr align 4 %half, i8 %byte, i64 4, i1 false)
  %all = load volatile <4 x i32>, ptr %own, align 16
  store <4 x i32> %all, ptr addrspace(1) %out, align 16
  ret void
}
declare void @llvm.memcpy.p0.p1.i64(ptr, ptr addrspace(1), i64, i1)
declare void @llvm.memcpy.p1.p3.i64(ptr addrspace(1), ptr addrspace(3), i64, i1)
declare void @llvm.memmove.p3.p0.i64(ptr addrspace(3), ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
