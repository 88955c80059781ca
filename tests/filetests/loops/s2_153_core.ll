; Controls that the version of the triple has, literals in the order of their bits.
; RUN: forward
; RUN: roundtrip
; COVERS: s2_153
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64v1.4-unknown-unknown"

define spir_func void @f(i1 %c) {
  br label %a
a:
  br i1 %c, label %a, label %b, !llvm.loop !0
b:
  br i1 %c, label %b, label %d, !llvm.loop !1
d:
  br i1 %c, label %d, label %e, !llvm.loop !2
e:
  ret void
}

!0 = distinct !{!0, !3, !4}
!1 = distinct !{!1, !5, !6, !7, !8}
!2 = distinct !{!2, !9, !10}
!3 = !{!"llvm.loop.unroll.count", i32 4}
!4 = !{!"llvm.loop.unroll.enable"}
!5 = !{!"spirv.loop.PeelCount", i32 1}
!6 = !{!"spirv.loop.MaxIterations", i32 64}
!7 = !{!"spirv.loop.MinIterations", i32 2}
!8 = !{!"spirv.loop.IterationMultiple", i32 2}
!9 = !{!"llvm.loop.ivdep.safelen", i32 8}
!10 = !{!"llvm.loop.unroll.full"}
