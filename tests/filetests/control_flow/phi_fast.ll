; Flags of phi and select have no decoration that they may have.
; RUN: forward
; RUN: roundtrip
target triple = "spir64-unknown-unknown"

define spir_func float @f(i1 %c, float %a, float %b) {
entry:
  br i1 %c, label %then, label %end

then:
  br label %end

end:
  %v = phi nnan float [ %a, %entry ], [ %b, %then ]
  %s = select fast i1 %c, float %v, float %a
  ret float %s
}
