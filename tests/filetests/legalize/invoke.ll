; There are no exceptions.
; RUN: fails forward
target triple = "spir64-unknown-unknown"

declare i32 @personality(...)
declare spir_func void @g()

define spir_func void @f() personality ptr @personality {
  invoke spir_func void @g() to label %here unwind label %there

here:
  ret void

there:
  %l = landingpad { ptr, i32 } cleanup
  ret void
}
