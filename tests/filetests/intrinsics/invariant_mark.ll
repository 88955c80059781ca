; The mark of a region that does not change has no value: a function that takes it gets null.
; RUN: forward
; RUN: roundtrip
target triple = "spir64-unknown-unknown"

declare ptr @llvm.invariant.start.p0(i64, ptr)
declare void @llvm.invariant.end.p0(ptr, i64, ptr)
declare spir_func void @keep(ptr)

define spir_func void @f(ptr %p) {
  %mark = call ptr @llvm.invariant.start.p0(i64 4, ptr %p)
  call spir_func void @keep(ptr %mark)
  ret void
}

define spir_func void @g(ptr %p) {
  %mark = call ptr @llvm.invariant.start.p0(i64 4, ptr %p)
  call void @llvm.invariant.end.p0(ptr %mark, i64 4, ptr %p)
  ret void
}
