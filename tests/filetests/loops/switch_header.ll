; Only branches may follow a merge: the switch gets a block of its own.
; RUN: forward
; RUN: roundtrip
target triple = "spir64-unknown-unknown"

define spir_func i32 @f(i32 %a) {
entry:
  br label %header

header:
  %i = phi i32 [ %a, %entry ], [ %next, %latch ]
  switch i32 %i, label %latch [
    i32 7, label %exit
  ]

latch:
  %next = add i32 %i, 1
  br label %header, !llvm.loop !0

exit:
  %v = phi i32 [ %i, %header ]
  ret i32 %v
}

!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.disable"}
