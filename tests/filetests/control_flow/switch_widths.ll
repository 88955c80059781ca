; The literals are as wide as the selector: two words for 64 bits, one for less.
; RUN: forward
; RUN: roundtrip
target triple = "spir64-unknown-unknown"

define spir_func i32 @f8(i8 %a) {
  switch i8 %a, label %other [
    i8 1, label %yes
    i8 -1, label %yes
    i8 -128, label %other
  ]
yes:
  ret i32 1
other:
  ret i32 0
}

define spir_func i32 @f16(i16 %a) {
  switch i16 %a, label %other [
    i16 1, label %yes
    i16 -2, label %yes
  ]
yes:
  ret i32 1
other:
  ret i32 0
}

define spir_func i32 @f32(i32 %a) {
  switch i32 %a, label %other [
    i32 1, label %yes
    i32 -1, label %yes
  ]
yes:
  ret i32 1
other:
  ret i32 0
}

define spir_func i32 @f64(i64 %a) {
  switch i64 %a, label %other [
    i64 1, label %yes
    i64 -1, label %yes
    i64 4294967296, label %yes
  ]
yes:
  ret i32 1
other:
  ret i32 0
}
