; Without the extension the bits are swapped step by step.
; RUN: forward
; RUN: roundtrip
target triple = "spir64-unknown-unknown"

declare i32 @llvm.bitreverse.i32(i32)
declare i8 @llvm.bitreverse.i8(i8)
define spir_func void @f(i32 %a, i8 %b) {
  %int = call i32 @llvm.bitreverse.i32(i32 %a)
  %byte = call i8 @llvm.bitreverse.i8(i8 %b)
  ret void
}
