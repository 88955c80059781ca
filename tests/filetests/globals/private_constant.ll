; Khronos mode gives each function a copy of an internal constant in address space 0, unless something else than
; instructions uses it.
; RUN: forward khronos
; RUN: roundtrip khronos
target triple = "spir64-unknown-unknown"

@table = internal unnamed_addr constant [2 x i32] [i32 1, i32 2], align 4

define spir_func i32 @f(i64 %i) {
  %p = getelementptr [2 x i32], ptr @table, i64 0, i64 %i
  %r = load i32, ptr %p, align 4
  ret i32 %r
}

define spir_func i32 @g() {
  %r = load i32, ptr @table, align 4
  ret i32 %r
}
