; Lengths of less than 32 bits are unsigned in LLVM, and signed where they index: in Khronos mode too they are widened before bytes are counted.
; RUN: forward khronos
target triple = "spir64-unknown-unknown"

define spir_kernel void @move(ptr addrspace(1) %to, ptr addrspace(1) %from, i8 zeroext %size) {
  call void @llvm.memmove.p1.p1.i8(ptr addrspace(1) %to, ptr addrspace(1) %from, i8 %size, i1 false)
  call void @llvm.memset.p1.i8(ptr addrspace(1) %to, i8 7, i8 %size, i1 false)
  call void @llvm.memcpy.p1.p1.i8(ptr addrspace(1) %to, ptr addrspace(1) %from, i8 %size, i1 false)
  call void @llvm.memcpy.p1.p1.i8(ptr addrspace(1) %to, ptr addrspace(1) %from, i8 -56, i1 false)
  ret void
}

declare void @llvm.memmove.p1.p1.i8(ptr addrspace(1), ptr addrspace(1), i8, i1)
declare void @llvm.memset.p1.i8(ptr addrspace(1), i8, i8, i1)
declare void @llvm.memcpy.p1.p1.i8(ptr addrspace(1), ptr addrspace(1), i8, i1)
