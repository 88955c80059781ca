; What the Khronos translator calls functions of its own for comes back as the intrinsic; each function follows the first
; one that calls it.
; RUN: roundtrip khronos
; RUN: forward khronos
; NO-ROUND-TRIP: names of values in the functions are lost, as they do not come back
target triple = "spir64-unknown-unknown"

define spir_func i32 @shift(i32 %a, i32 %b, i32 %by) {
  %l = call i32 @llvm.fshl.i32(i32 %a, i32 %b, i32 %by)
  %r = call i32 @llvm.fshr.i32(i32 %l, i32 %b, i32 3)
  ret i32 %r
}

define spir_func <2 x i64> @swap(<2 x i64> %a) {
  %s = call <2 x i64> @llvm.bswap.v2i64(<2 x i64> %a)
  ret <2 x i64> %s
}

define spir_func i16 @reverse(i16 %a) {
  %s = call i16 @llvm.bswap.i16(i16 %a)
  %r = call i16 @llvm.bitreverse.i16(i16 %s)
  ret i16 %r
}

define spir_func i1 @overflows(i8 %a, i32 %b) {
  %m = call { i8, i1 } @llvm.umul.with.overflow.i8(i8 %a, i8 7)
  %s = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %b, i32 1)
  %x = extractvalue { i8, i1 } %m, 1
  %y = extractvalue { i32, i1 } %s, 1
  %o = or i1 %x, %y
  ret i1 %o
}

define spir_func void @fill(ptr addrspace(1) %p, ptr %q, i8 %v, i64 %n) {
  call void @llvm.memset.p1.i64(ptr addrspace(1) %p, i8 %v, i64 12, i1 false)
  call void @llvm.memset.p1.i64(ptr addrspace(1) %p, i8 0, i64 %n, i1 true)
  call void @llvm.memset.p0.i32(ptr %q, i8 %v, i32 4, i1 false)
  ret void
}

declare i32 @llvm.fshl.i32(i32, i32, i32)
declare i32 @llvm.fshr.i32(i32, i32, i32)
declare <2 x i64> @llvm.bswap.v2i64(<2 x i64>)
declare i16 @llvm.bswap.i16(i16)
declare i16 @llvm.bitreverse.i16(i16)
declare { i8, i1 } @llvm.umul.with.overflow.i8(i8, i8)
declare { i32, i1 } @llvm.sadd.with.overflow.i32(i32, i32)
declare void @llvm.memset.p1.i64(ptr addrspace(1), i8, i64, i1)
declare void @llvm.memset.p0.i32(ptr, i8, i32, i1)
