; Who takes a member out of what an intrinsic returns takes what the instruction gave.
; RUN: forward
; RUN: roundtrip
target triple = "spir64-unknown-unknown"
declare { float, i32 } @llvm.frexp.f32.i32(float)
define spir_func float @f(float %x) {
  %pair = call { float, i32 } @llvm.frexp.f32.i32(float %x)
  %fraction = extractvalue { float, i32 } %pair, 0
  %exponent = extractvalue { float, i32 } %pair, 1
  %number = sitofp i32 %exponent to float
  %sum = fadd float %fraction, %number
  ret float %sum
}
define spir_func { float, i32 } @both(float %x) {
  %pair = call { float, i32 } @llvm.frexp.f32.i32(float %x)
  ret { float, i32 } %pair
}
