; Lost so far on the way to SPIR-V.
; RUN: forward
target triple = "spir64-unknown-unknown"

define spir_func void @f(i1 %c) {
entry:
  br i1 %c, label %then, label %end, !prof !0

then:
  br label %end

end:
  ret void
}

!0 = !{!"branch_weights", i32 1, i32 100}
