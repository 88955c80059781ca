; A loop without hints is plain branches.
; RUN: forward
; RUN: roundtrip
; COVERS: s2_151
target triple = "spir64-unknown-unknown"

define spir_func i32 @f(i32 %n) {
entry:
  br label %header

header:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %more = icmp ult i32 %i, %n
  br i1 %more, label %body, label %exit

body:
  %next = add i32 %i, 1
  br label %header

exit:
  ret i32 %i
}
