; The function that sets memory, as releases of the Khronos translator have it up to that of LLVM 22, and from 23 on: that says
; what is not captured.
; RUN: forward khronos
; RUN: forward khronos --llvm-version=23
; RUN: roundtrip khronos --llvm-version=23
target triple = "spir64-unknown-unknown"

define spir_kernel void @kept(ptr addrspace(1) %to, i8 %byte, i32 %length) {
  call void @llvm.memset.p1.i32(ptr addrspace(1) captures(none) %to, i8 %byte, i32 %length, i1 false)
  ret void
}

define spir_kernel void @volatile(ptr addrspace(3) %to, i8 %byte, i64 %length) {
  call void @llvm.memset.p3.i64(ptr addrspace(3) %to, i8 %byte, i64 %length, i1 true)
  ret void
}

declare void @llvm.memset.p1.i32(ptr addrspace(1) writeonly captures(none), i8, i32, i1 immarg)
declare void @llvm.memset.p3.i64(ptr addrspace(3) writeonly captures(none), i8, i64, i1 immarg)
