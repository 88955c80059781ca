; Branch weights are literals of the branch.
; RUN: forward
; RUN: roundtrip
; COVERS: s2_148
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
