; Counters of a profile change nothing of what is computed.
; RUN: forward
target triple = "spir64-unknown-unknown"

@name = private addrspace(1) constant [1 x i8] c"f"

define spir_func void @f(ptr %p) {
  call void @llvm.instrprof.increment(ptr %p, i64 0, i32 1, i32 0)
  call void @llvm.instrprof.increment.step(ptr %p, i64 0, i32 1, i32 0, i64 3)
  call void @llvm.instrprof.value.profile(ptr %p, i64 0, i64 0, i32 1, i32 0)
  ret void
}

declare void @llvm.instrprof.increment(ptr, i64, i32, i32)
declare void @llvm.instrprof.increment.step(ptr, i64, i32, i32, i64)
declare void @llvm.instrprof.value.profile(ptr, i64, i64, i32, i32)
