; SPIR-V has no atomics of 128 bits.
; RUN: fails forward
target triple = "spir64-unknown-unknown"
define spir_kernel void @f(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  call void @llvm.memcpy.element.unordered.atomic(ptr addrspace(1) align 16 %out, ptr addrspace(1) align 16 %in, i64 64, i32 16)
  ret void
}
