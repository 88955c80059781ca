; There is no module-scope variable of class Function: legalize/private_globals.ll moves it, Khronos mode does not. (The other translator makes a local copy in each function.)
; RUN: fails forward khronos
target triple = "spir64-unknown-unknown"

@v = private unnamed_addr constant [2 x i32] [i32 1, i32 2], align 4

define spir_func i32 @f(i64 %i) {
  %p = getelementptr [2 x i32], ptr @v, i64 0, i64 %i
  %r = load i32, ptr %p, align 4
  ret i32 %r
}
