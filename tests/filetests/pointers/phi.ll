; Pointers to several types come together; the phi points to what is loaded through it.
; RUN: forward
; RUN: roundtrip
target triple = "spir64-unknown-unknown"

define spir_func i32 @f(i1 %c) {
entry:
  %ints = alloca [4 x i32], align 4
  %floats = alloca [4 x float], align 4
  br i1 %c, label %then, label %end

then:
  br label %end

end:
  %p = phi ptr [ %ints, %entry ], [ %floats, %then ]
  %v = load i32, ptr %p, align 4
  ret i32 %v
}
