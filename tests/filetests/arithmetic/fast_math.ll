; Each flag that SPIR-V has; all together are Fast; reassoc, contract and afn alone have no bit.
; RUN: forward
; RUN: roundtrip
target triple = "spir64-unknown-unknown"

define spir_func void @f(float %a, float %b) {
  %nnan = fadd nnan float %a, %b
  %ninf = fsub ninf float %a, %b
  %nsz = fmul nsz float %a, %b
  %arcp = fdiv arcp float %a, %b
  %two = frem nnan ninf float %a, %b
  %fast = fadd fast float %a, %b
  %contract = fadd contract float %a, %b
  %reassoc = fmul reassoc float %a, %b
  %afn = fdiv afn float %a, %b
  ret void
}
