; SPIR-V does not convert booleans: from them it selects, to them it tests.
; RUN: forward
; RUN: roundtrip
target triple = "spir64-unknown-unknown"

define spir_func void @f(i1 %c, <2 x i1> %d, i32 %a, <2 x i8> %v) {
  %zext = zext i1 %c to i32
  %sext = sext i1 %c to i64
  %uitofp = uitofp i1 %c to float
  %sitofp = sitofp i1 %c to double
  %vzext = zext <2 x i1> %d to <2 x i8>
  %vsext = sext <2 x i1> %d to <2 x i32>
  %vfloat = uitofp <2 x i1> %d to <2 x float>
  %trunc = trunc i32 %a to i1
  %vtrunc = trunc <2 x i8> %v to <2 x i1>
  ret void
}
