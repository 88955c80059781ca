; RUN: forward
; RUN: roundtrip
target triple = "spir64-unknown-unknown"

define spir_func i32 @f(i32 %n) {
entry:
  %zero = icmp eq i32 %n, 0
  br i1 %zero, label %end, label %more

more:
  %less = sub i32 %n, 1
  %v = call spir_func i32 @f(i32 %less)
  br label %end

end:
  %r = phi i32 [ 1, %entry ], [ %v, %more ]
  ret i32 %r
}
