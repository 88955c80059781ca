; A loop that is never left has a merge block that nothing reaches.
; RUN: forward
; RUN: roundtrip
target triple = "spir64-unknown-unknown"

define spir_func void @f() {
entry:
  br label %loop

loop:
  br label %loop, !llvm.loop !0
}

!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.disable"}
