; Controls of an extension, where it is allowed.
; RUN: forward --spirv-ext=+SPV_INTEL_fpga_loop_controls
; RUN: forward
; RUN: roundtrip --spirv-ext=+SPV_INTEL_fpga_loop_controls
; COVERS: s2_153
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

define spir_func void @f(i1 %c) {
  br label %a
a:
  br i1 %c, label %a, label %b, !llvm.loop !0
b:
  br i1 %c, label %b, label %e, !llvm.loop !1
e:
  ret void
}

!0 = distinct !{!0, !3, !4, !5}
!1 = distinct !{!1, !6, !7, !8}
!3 = !{!"llvm.loop.max_concurrency.count", i32 2}
!4 = !{!"llvm.loop.ii.count", i32 3}
!5 = !{!"llvm.loop.unroll.enable"}
!6 = !{!"llvm.loop.coalesce.count", i32 2}
!7 = !{!"llvm.loop.fusion.disable"}
!8 = !{!"llvm.loop.intel.pipelining.enable", i32 1}
