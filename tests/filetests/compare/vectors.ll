; RUN: forward
; RUN: roundtrip
target triple = "spir64-unknown-unknown"

define spir_func void @f(<4 x i8> %a, <4 x i8> %b, <2 x double> %x, <2 x double> %y) {
  %slt = icmp slt <4 x i8> %a, %b
  %ne = icmp ne <4 x i8> %a, %b
  %olt = fcmp olt <2 x double> %x, %y
  ret void
}
