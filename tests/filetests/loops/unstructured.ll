; A loop that is left neither from its header nor from its latch has OpLoopControlINTEL, where that is allowed.
; RUN: forward --spirv-ext=+SPV_INTEL_unstructured_loop_controls
; RUN: roundtrip --spirv-ext=+SPV_INTEL_unstructured_loop_controls
target triple = "spir64-unknown-unknown"

define spir_func void @endless() {
entry:
  br label %header

header:
  br label %header, !llvm.loop !0
}

define spir_func void @left_from_within(i1 %c) {
entry:
  br label %header

header:
  br label %body

body:
  br i1 %c, label %latch, label %end

latch:
  br label %header, !llvm.loop !0

end:
  ret void
}

define spir_func void @left_from_header(i1 %c) {
entry:
  br label %header

header:
  br i1 %c, label %latch, label %end

latch:
  br label %header, !llvm.loop !0

end:
  ret void
}

!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.disable"}
