; Functions that have names of intrinsics and other types: they keep their attributes.

declare void @llvm.lifetime.end.i64(<4 x float>)
declare void @llvm.memset.i64(ptr, i8, i64, i32, i1) nounwind
declare i32 @llvm.ctpop.i32(i64) cold
