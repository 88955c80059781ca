; RUN: forward
; RUN: roundtrip
target triple = "spir64-unknown-unknown"

define spir_func void @f(i1 %c, i1 %d) {
entry:
  br label %outer

outer:
  br label %inner

inner:
  br i1 %c, label %inner, label %latch, !llvm.loop !0

latch:
  br i1 %d, label %outer, label %end, !llvm.loop !2

end:
  ret void
}

!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.disable"}
!2 = distinct !{!2, !3}
!3 = !{!"llvm.loop.unroll.enable"}
