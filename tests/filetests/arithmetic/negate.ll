; 0 - x is OpSNegate; -0.0 - x is a subtraction.
; RUN: forward
; RUN: roundtrip
target triple = "spir64-unknown-unknown"

define spir_func void @f(i32 %a, <2 x i64> %v, float %x) {
  %neg = sub i32 0, %a
  %wrap = sub nsw i32 0, %a
  %vector = sub <2 x i64> zeroinitializer, %v
  %float = fsub float -0.0, %x
  %zero = fsub float 0.0, %x
  ret void
}
