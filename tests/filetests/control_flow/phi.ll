; RUN: forward
; RUN: roundtrip
target triple = "spir64-unknown-unknown"

define spir_func i32 @f(i1 %c, i32 %a) {
entry:
  br i1 %c, label %then, label %end

then:
  %b = add i32 %a, 1
  br label %end

end:
  %v = phi i32 [ %a, %entry ], [ %b, %then ]
  ret i32 %v
}
