; RUN: forward
; RUN: roundtrip
; COVERS: s2_120
target triple = "spir64-unknown-unknown"

define spir_func i1 @f(i1 %a) {
  %t = and i1 %a, true
  %v = xor i1 %t, false
  ret i1 %v
}
