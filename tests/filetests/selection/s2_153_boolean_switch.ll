; The merge stands right before the switch, behind what makes its selector.
; RUN: forward
; RUN: roundtrip
; COVERS: s2_153
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

define spir_func void @f(i1 %c) {
  switch i1 %c, label %b [ i1 true, label %a ], !spirv.SelectionControl !0
a:
  br label %b
b:
  ret void
}

define spir_func void @loop(i1 %c) {
  br label %a
a:
  br i1 %c, label %b, label %d, !spirv.SelectionControl !0
b:
  br i1 %c, label %a, label %d, !llvm.loop !1
d:
  ret void
}

!0 = !{i32 1}
!1 = distinct !{!1, !2}
!2 = !{!"llvm.loop.unroll.enable"}
