; RUN: forward
; RUN: roundtrip
; COVERS: s2_35
target triple = "spir64-unknown-unknown"

declare i32 @llvm.ctpop.i32(i32)
declare <2 x i64> @llvm.ctpop.v2i64(<2 x i64>)
declare i32 @llvm.ctlz.i32(i32, i1)
declare i32 @llvm.cttz.i32(i32, i1)
define spir_func void @f(i32 %a, <2 x i64> %v) {
  %popcount = call i32 @llvm.ctpop.i32(i32 %a)
  %vector = call <2 x i64> @llvm.ctpop.v2i64(<2 x i64> %v)
  %clz = call i32 @llvm.ctlz.i32(i32 %a, i1 false)
  %ctz = call i32 @llvm.cttz.i32(i32 %a, i1 true)
  ret void
}
