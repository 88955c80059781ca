; Khronos mode keeps blocks that nothing leads to and that say so.
; RUN: forward khronos
; NO-ROUND-TRIP: it is gone after it
target triple = "spir64-unknown-unknown"

define spir_func void @f(i1 %yes) {
entry:
  br label %end

never:
  unreachable

end:
  ret void
}
