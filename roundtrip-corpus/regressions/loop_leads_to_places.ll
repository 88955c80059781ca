target triple = "spir64"

define spir_func void @f(i1 %c) {
  fence seq_cst, !llvm.loop !3
  br label %loop

loop:
  br i1 %c, label %loop, label %end, !llvm.loop !0

end:
  ret void
}

!0 = distinct !{!0, !1, !2, null}
!1 = !DILocation(line: 1, scope: !2)
!2 = !{i32 8, !1}
!3 = !{}
