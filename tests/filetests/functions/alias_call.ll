; A call of a name that stands for a function, such as a constructor has, is a call of that function.
; RUN: roundtrip
target triple = "spir64-unknown-unknown"
@complete = unnamed_addr alias void (i32), ptr @base
@again = alias void (i32), ptr @complete
define spir_func void @base(i32 %x) {
  ret void
}
define spir_func void @caller(i32 %x) {
  call spir_func void @complete(i32 %x)
  call spir_func void @again(i32 1)
  ret void
}
