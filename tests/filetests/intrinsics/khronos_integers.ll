; Three-way comparison and overflow as the Khronos translator writes them.
; RUN: forward khronos
; NO-ROUND-TRIP: carries come back as calls
target triple = "spir64-unknown-unknown"

define spir_func i8 @order(i32 %a, i32 %b) {
  %r = call i8 @llvm.scmp.i8.i32(i32 %a, i32 %b)
  ret i8 %r
}

define spir_func <2 x i8> @orders(<2 x i64> %a, <2 x i64> %b) {
  %r = call <2 x i8> @llvm.ucmp.v2i8.v2i64(<2 x i64> %a, <2 x i64> %b)
  ret <2 x i8> %r
}

define spir_func i1 @carry(i16 %a, i16 %b) {
  %r = call { i16, i1 } @llvm.uadd.with.overflow.i16(i16 %a, i16 %b)
  %o = extractvalue { i16, i1 } %r, 1
  ret i1 %o
}

define spir_func <2 x i1> @borrow(<2 x i32> %a, <2 x i32> %b) {
  %r = call { <2 x i32>, <2 x i1> } @llvm.usub.with.overflow.v2i32(<2 x i32> %a, <2 x i32> %b)
  %o = extractvalue { <2 x i32>, <2 x i1> } %r, 1
  ret <2 x i1> %o
}

declare i8 @llvm.scmp.i8.i32(i32, i32)
declare <2 x i8> @llvm.ucmp.v2i8.v2i64(<2 x i64>, <2 x i64>)
declare { i16, i1 } @llvm.uadd.with.overflow.i16(i16, i16)
declare { <2 x i32>, <2 x i1> } @llvm.usub.with.overflow.v2i32(<2 x i32>, <2 x i32>)
