; Each turn has a variable of its own in LLVM IR; one that does not outlive the turn can be one for all.
; RUN: forward
; RUN: roundtrip
; COVERS: s2_114
target triple = "spir64-unknown-unknown"

define spir_func void @f(i32 %n) {
entry:
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %slot = alloca i32, align 4
  store i32 %i, ptr %slot, align 4
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end

end:
  ret void
}
