; Two edges from one block are two entries in LLVM IR and one in SPIR-V.
; RUN: forward
; RUN: roundtrip
target triple = "spir64-unknown-unknown"

define spir_func i32 @f(i32 %a) {
entry:
  switch i32 %a, label %other [
    i32 1, label %end
    i32 2, label %end
    i32 3, label %other
  ]

other:
  br label %end

end:
  %v = phi i32 [ 10, %entry ], [ 10, %entry ], [ 20, %other ]
  ret i32 %v
}
