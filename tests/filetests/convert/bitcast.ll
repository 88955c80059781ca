; RUN: forward
; RUN: roundtrip
; COVERS: s2_48
target triple = "spir64-unknown-unknown"

define spir_func void @f(float %x, i64 %a, <2 x i32> %v, <4 x i8> %w) {
  %int = bitcast float %x to i32
  %double = bitcast i64 %a to double
  %long = bitcast <2 x i32> %v to i64
  %vector = bitcast i64 %a to <4 x i16>
  %float = bitcast <4 x i8> %w to float
  ret void
}
