; On i1, arithmetic is modulo 2.
; RUN: forward
; RUN: roundtrip
; COVERS: s2_86 s2_87 s2_89
target triple = "spir64-unknown-unknown"

define spir_func void @f(i1 %a, i1 %b, <4 x i1> %v, <4 x i1> %w) {
  %and = and i1 %a, %b
  %or = or i1 %a, %b
  %xor = xor i1 %a, %b
  %add = add i1 %a, %b
  %sub = sub i1 %a, %b
  %mul = mul i1 %a, %b
  %vand = and <4 x i1> %v, %w
  %vor = or <4 x i1> %v, %w
  %vxor = xor <4 x i1> %v, %w
  ret void
}
