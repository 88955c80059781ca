; Copies as the Khronos translator has them: two alignments since 1.4, none where nothing is said; what may overlap goes
; through a variable that lives no longer; the lifetime of a byte says its size.
; NO-ROUND-TRIP: a copy casts its target to what its source points to, which the variable of a move has another of
; RUN: forward khronos
; RUN: forward khronos --spirv-max-version=1.3
; RUN: roundtrip khronos
target triple = "spir64-unknown-unknown"

define spir_func void @copy(ptr %to, ptr addrspace(1) %from) {
  call void @llvm.memcpy.p0.p1.i64(ptr align 8 %to, ptr addrspace(1) align 4 %from, i64 16, i1 false)
  call void @llvm.memcpy.p0.p1.i64(ptr align 8 %to, ptr addrspace(1) align 8 %from, i64 16, i1 true)
  call void @llvm.memcpy.p0.p1.i64(ptr %to, ptr addrspace(1) %from, i64 16, i1 false)
  ret void
}

define spir_func void @move(ptr addrspace(1) %to, ptr addrspace(1) %from) {
  call void @llvm.memmove.p1.p1.i64(ptr addrspace(1) align 4 %to, ptr addrspace(1) align 2 %from, i64 3000, i1 false)
  call void @llvm.memmove.p1.p1.i64(ptr addrspace(1) %to, ptr addrspace(1) %from, i64 0, i1 false)
  ret void
}

define spir_func i8 @byte() {
  %b = alloca i8
  call void @llvm.lifetime.start.p0(ptr %b)
  %x = load i8, ptr %b
  call void @llvm.lifetime.end.p0(ptr %b)
  ret i8 %x
}

declare void @llvm.memcpy.p0.p1.i64(ptr, ptr addrspace(1), i64, i1)
declare void @llvm.memmove.p1.p1.i64(ptr addrspace(1), ptr addrspace(1), i64, i1)
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
