; RUN: forward
; RUN: roundtrip
; COVERS: s2_153
target triple = "spir64-unknown-unknown"

define spir_func void @f(i1 %c) {
entry:
  br label %loop

loop:
  br i1 %c, label %loop, label %end, !llvm.loop !0

end:
  ret void
}

!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.enable"}
