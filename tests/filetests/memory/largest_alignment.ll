; LLVM's largest alignment is 2^32 bytes, which 32 bits do not hold: half of that is the largest that SPIR-V can say.
; RUN: forward
; RUN: roundtrip
target triple = "spir64"

@global = addrspace(1) global i32 7, align 4294967296

declare void @llvm.memcpy.p0.p1.i64(ptr, ptr addrspace(1), i64, i1)
declare void @llvm.memset.p1.i64(ptr addrspace(1), i8, i64, i1)

define spir_func void @f(ptr addrspace(1) align 4294967296 %p) {
  store i32 1, ptr addrspace(1) %p, align 4294967296
  store volatile i32 1, ptr addrspace(1) %p, align 4294967296
  %v = load i32, ptr addrspace(1) %p, align 4294967296
  %x = alloca i32, align 4294967296
  store i32 %v, ptr %x, align 4
  %illegal = load i24, ptr addrspace(1) %p, align 4294967296
  store i24 %illegal, ptr addrspace(1) %p, align 4294967296
  call void @llvm.memcpy.p0.p1.i64(ptr align 4294967296 %x, ptr addrspace(1) align 4294967296 %p, i64 4, i1 false)
  call void @llvm.memset.p1.i64(ptr addrspace(1) align 4294967296 %p, i8 1, i64 8, i1 false)
  ret void
}
