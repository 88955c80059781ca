; RUN: forward
; RUN: roundtrip
target triple = "spir64-unknown-unknown"

define spir_func i8 @f(<8 x i32> %a) {
  %c = icmp eq <8 x i32> %a, zeroinitializer
  %bits = bitcast <8 x i1> %c to i8
  ret i8 %bits
}
