; RUN: forward
; RUN: roundtrip
; COVERS: s2_132
target triple = "spir64-unknown-unknown"

define spir_func void @f(i1 %c) {
entry:
  br i1 %c, label %never, label %end

never:
  unreachable

end:
  ret void
}
