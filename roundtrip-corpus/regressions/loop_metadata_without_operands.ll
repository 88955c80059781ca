target triple = "spir64"

define void @f(i1 %c) {
  br label %loop

loop:
  br i1 %c, label %loop, label %end, !llvm.loop !0

end:
  ret void
}

!0 = !{}
