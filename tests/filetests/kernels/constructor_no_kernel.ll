; Only entry points have execution modes: a kernel is added that calls what is none. Khronos mode leaves that out.
; RUN: forward khronos
; RUN: forward
target triple = "spir64-unknown-unknown"

@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @f, ptr null }]

define spir_func void @f() {
  ret void
}
