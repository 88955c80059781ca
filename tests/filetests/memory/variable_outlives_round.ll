; How many rounds there are is not known: no variable of SPIR-V has that memory.
; RUN: fails forward
target triple = "spir64-unknown-unknown"

declare spir_func void @unknown(ptr)

define spir_func void @f(i32 %n) {
entry:
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %p = alloca i32, align 4
  store i32 %i, ptr %p
  call spir_func void @unknown(ptr %p)
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end

end:
  ret void
}
