; SPIR-V lets nothing branch to the first block, and neither does LLVM IR.
; RUN: forward
; RUN: roundtrip
target triple = "spir64-unknown-unknown"

define spir_func void @f() {
  br label %loop

loop:
  br label %loop
}
