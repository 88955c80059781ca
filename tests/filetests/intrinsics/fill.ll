; A pattern of any type, and copies whose elements are atomic: loops.
; RUN: forward
target triple = "spir64-unknown-unknown"
define spir_kernel void @f(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %n) {
  call void @llvm.experimental.memset.pattern(ptr addrspace(1) align 4 %out, i32 77, i64 %n, i1 false)
  call void @llvm.memcpy.element.unordered.atomic(ptr addrspace(1) align 4 %out, ptr addrspace(1) align 4 %in, i64 64, i32 4)
  call void @llvm.memmove.element.unordered.atomic(ptr addrspace(1) align 8 %out, ptr addrspace(1) align 8 %in, i64 %n, i32 8)
  call void @llvm.memset.element.unordered.atomic(ptr addrspace(1) align 4 %out, i8 3, i64 64, i32 4)
  ret void
}
