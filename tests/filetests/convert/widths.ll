; RUN: forward
; RUN: roundtrip
; COVERS: s2_49 s2_50 s2_51 s2_52 s2_53 s2_54
target triple = "spir64-unknown-unknown"

define spir_func void @f(i8 %a, i64 %b, half %x, double %y, <3 x i16> %v) {
  %sext = sext i8 %a to i32
  %zext = zext i8 %a to i64
  %trunc = trunc i64 %b to i16
  %fpext = fpext half %x to float
  %fptrunc = fptrunc double %y to float
  %vector = sext <3 x i16> %v to <3 x i32>
  ret void
}
