; RUN: forward
; RUN: roundtrip
; COVERS: s2_19 s2_20 s2_21 s2_22 s2_23 s2_24
target triple = "spir64-unknown-unknown"

define spir_func void @f(float %a, float %b) {
  %add = fadd float %a, %b
  %sub = fsub float %a, %b
  %mul = fmul float %a, %b
  %div = fdiv float %a, %b
  %rem = frem float %a, %b
  %neg = fneg float %a
  ret void
}
