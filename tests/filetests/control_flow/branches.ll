; RUN: forward
; RUN: roundtrip
; COVERS: s2_146 s2_147 s2_150 s2_176
target triple = "spir64-unknown-unknown"

define spir_func void @f(i1 %c) {
entry:
  br i1 %c, label %then, label %else

then:
  br label %end

else:
  br label %end

end:
  ret void
}
