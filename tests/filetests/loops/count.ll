; Three numbers of 64 bits say how often a loop runs: at least, at most, on average.
; RUN: forward --spirv-ext=+SPV_INTEL_fpga_loop_controls
; RUN: roundtrip --spirv-ext=+SPV_INTEL_fpga_loop_controls
; NO-VAL: SPIRV-Tools does not know that the numbers of a loop have two words each
; COMPLAINT: Invalid instruction OpLoopMerge starting at word 69: expected no more operands after 5 words, but stated word count is 10.
target triple = "spir64-unknown-unknown"

define spir_func void @f(i1 %c) {
entry:
  br label %loop

loop:
  br i1 %c, label %loop, label %end, !llvm.loop !0

end:
  ret void
}

!0 = distinct !{!0, !1, !2}
!1 = !{!"llvm.loop.intel.loopcount_min", i64 3}
!2 = !{!"llvm.loop.intel.loopcount_avg", i64 4294967301}
