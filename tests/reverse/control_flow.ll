target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; Function Attrs: noinline nounwind memory(read)
define spir_func i32 @loop(i32 %0, i1 %1) #0 {
  br label %header

header:                                           ; preds = %latch, %2
  %i = phi i32 [ 0, %2 ], [ %6, %latch ]
  %3 = icmp ult i32 %i, %0
  br i1 %3, label %body, label %done, !prof !3

body:                                             ; preds = %header
  br i1 %1, label %latch, label %4, !spirv.SelectionControl !4

4:                                                ; preds = %body
  br label %latch

latch:                                            ; preds = %4, %body
  %5 = phi i32 [ 1, %body ], [ 2, %4 ]
  %6 = add i32 %i, %5
  br label %header, !llvm.loop !5

done:                                             ; preds = %header
  ret i32 %i
}

; Function Attrs: nounwind memory(none)
define internal spir_func i32 @0(i32 %0, i64 %1, i8 %2) #1 {
  switch i32 %0, label %4 [
    i32 1, label %5
    i32 2, label %8
    i32 3, label %8
    i32 -1, label %8
  ]

4:                                                ; preds = %3
  switch i64 %1, label %8 [
    i64 1, label %5
    i64 1099511627776, label %6
  ]

5:                                                ; preds = %4, %3
  switch i8 %2, label %8 [
    i8 -1, label %6
    i8 7, label %7
  ]

6:                                                ; preds = %5, %4
  br label %8

7:                                                ; preds = %5
  unreachable

8:                                                ; preds = %6, %5, %4, %3, %3, %3
  %9 = phi i32 [ 1, %3 ], [ 1, %3 ], [ 1, %3 ], [ 2, %4 ], [ 1, %5 ], [ 0, %6 ]
  ret i32 %9
}

attributes #0 = { noinline nounwind memory(read) }
attributes #1 = { nounwind memory(none) }

!spirv.MemoryModel = !{!0}
!opencl.enable.FP_CONTRACT = !{}
!opencl.used.extensions = !{!1}
!opencl.used.optional.core.features = !{!1}
!spirv.Generator = !{!2}

!0 = !{i32 2, i32 2}
!1 = !{}
!2 = !{i16 7, i16 0}
!3 = !{!"branch_weights", i32 100, i32 1}
!4 = !{i32 2}
!5 = distinct !{!5, !6}
!6 = !{!"llvm.loop.unroll.enable"}
