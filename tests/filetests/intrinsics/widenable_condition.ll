; A condition that may be made stricter is true, as LLVM's own lowering of it has it.
; RUN: forward
; RUN: roundtrip
target triple = "spir64-unknown-unknown"

define spir_func i32 @f(i1 %guarded) {
entry:
  %free = call i1 @llvm.experimental.widenable.condition()
  %both = and i1 %guarded, %free
  br i1 %both, label %fast, label %slow

fast:
  ret i32 1

slow:
  ret i32 2
}

declare i1 @llvm.experimental.widenable.condition()
