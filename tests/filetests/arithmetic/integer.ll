; Two operands of the result's type.
; RUN: forward
; RUN: roundtrip
; COVERS: s2_25 s2_26 s2_27 s2_28 s2_29 s2_30 s2_31
target triple = "spir64-unknown-unknown"

define spir_func void @f(i32 %a, i32 %b) {
  %add = add i32 %a, %b
  %sub = sub i32 %a, %b
  %mul = mul i32 %a, %b
  %sdiv = sdiv i32 %a, %b
  %srem = srem i32 %a, %b
  %udiv = udiv i32 %a, %b
  %urem = urem i32 %a, %b
  ret void
}
