; Both sides of a branch go to one block.
; RUN: forward
; RUN: roundtrip
target triple = "spir64-unknown-unknown"

define spir_func i32 @f(i1 %c, i32 %a) {
entry:
  br i1 %c, label %end, label %end

end:
  %v = phi i32 [ %a, %entry ], [ %a, %entry ]
  ret i32 %v
}
