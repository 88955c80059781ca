; Copies and fills of lengths that are computed, and of places that may overlap.
; RUN: forward --environment=vulkan1.3 --buffers=addresses
; ENV: vulkan1.3
; LOSES: a kernel becomes a shader, whose interface is another one
target triple = "spirv64-unknown-unknown"
define spir_kernel void @copy(ptr addrspace(1) %to, ptr addrspace(1) %from, i64 %n) {
  %bytes = shl i64 %n, 3
  call void @llvm.memcpy.p1.p1.i64(ptr addrspace(1) align 8 %to, ptr addrspace(1) align 8 %from, i64 %bytes, i1 false)
  ret void
}
define spir_kernel void @move(ptr addrspace(1) %to, ptr addrspace(1) %from, i64 %n) {
  call void @llvm.memmove.p1.p1.i64(ptr addrspace(1) align 4 %to, ptr addrspace(1) align 4 %from, i64 12, i1 false)
  call void @llvm.memmove.p1.p1.i64(ptr addrspace(1) align 4 %to, ptr addrspace(1) align 4 %from, i64 %n, i1 false)
  ret void
}
define spir_kernel void @fill(ptr addrspace(1) %to, i8 %byte, i64 %n) {
  call void @llvm.memset.p1.i64(ptr addrspace(1) align 16 %to, i8 %byte, i64 32, i1 false)
  %far = getelementptr i8, ptr addrspace(1) %to, i64 4294967296
  call void @llvm.memset.p1.i64(ptr addrspace(1) align 1 %far, i8 0, i64 %n, i1 false)
  ret void
}
