; As the Khronos translator has it: an array is a pointer to its first element, a copy is of what its source points to,
; a cast between pointers stays. The parameter of an exported function points to what is loaded through it.
; RUN: forward khronos
; RUN: roundtrip khronos
target triple = "spir64-unknown-unknown"

@table = internal addrspace(2) constant [4 x i32] [i32 1, i32 2, i32 3, i32 4]

define spir_func i32 @f(ptr addrspace(1) %p) {
  %several = alloca i32, i64 4, align 4
  %cast = bitcast ptr %several to ptr
  call void @llvm.memcpy.p0.p2.i64(ptr align 4 %cast, ptr addrspace(2) align 4 @table, i64 16, i1 false)
  %x = load i32, ptr addrspace(1) %p
  ret i32 %x
}

define spir_func void @empty() {
  %none = alloca [0 x i32], align 4
  ret void
}

declare void @llvm.memcpy.p0.p2.i64(ptr, ptr addrspace(2), i64, i1)

; A cast is to what is done through it.
define spir_func i32 @through(ptr %p) {
  %bytes = getelementptr i8, ptr %p, i64 4
  %cast = bitcast ptr %bytes to ptr
  %x = load i32, ptr %cast
  ret i32 %x
}
