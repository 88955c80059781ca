; A block that nothing reaches and that only branches to one that is reached stays, with its value of the phi.
; RUN: forward khronos

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spir64"

define spir_func i32 @joined(i32 %x, i32 %y) {
entry:
  br label %join
dead:
  br label %join
join:
  %z = phi i32 [ %x, %entry ], [ %y, %dead ]
  ret i32 %z
}
