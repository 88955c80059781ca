; RUN: forward
; RUN: roundtrip
target triple = "spir64-unknown-unknown"

define spir_func void @f(<4 x i32> %a, <4 x i32> %b) {
  %add = add <4 x i32> %a, %b
  %sub = sub <4 x i32> %a, %b
  %mul = mul <4 x i32> %a, %b
  %sdiv = sdiv <4 x i32> %a, %b
  %srem = srem <4 x i32> %a, %b
  %udiv = udiv <4 x i32> %a, %b
  %urem = urem <4 x i32> %a, %b
  ret void
}
