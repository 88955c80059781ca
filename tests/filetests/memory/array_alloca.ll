; A count that is constant makes an array.
; RUN: forward
; RUN: roundtrip
target triple = "spir64-unknown-unknown"

define spir_func void @f() {
  %four = alloca i32, i32 4, align 4
  %long = alloca i8, i64 16, align 1
  ret void
}
