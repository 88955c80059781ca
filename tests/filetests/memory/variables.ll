; Variables come first in the first block, wherever they stood.
; RUN: forward
; RUN: roundtrip
; COVERS: s2_110 s0_33 s0_34
target triple = "spir64-unknown-unknown"

define spir_func void @f(i1 %c) {
entry:
  %a = alloca i32, align 4
  store i32 1, ptr %a, align 4
  %b = alloca [8 x i8], align 16
  br i1 %c, label %then, label %end

then:
  %late = alloca float, align 4
  store float 1.0, ptr %late, align 4
  br label %end

end:
  ret void
}
