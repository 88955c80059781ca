; The result is poison in LLVM IR; SPIR-V must stay valid.
; RUN: forward
; RUN: roundtrip
target triple = "spir64-unknown-unknown"

define spir_func void @f(<4 x float> %v, float %x) {
  %e = extractelement <4 x float> %v, i32 4
  %ins = insertelement <4 x float> %v, float %x, i32 7
  ret void
}
