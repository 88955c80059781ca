; RUN: forward
; RUN: roundtrip
; COVERS: s2_32 s2_33 s2_34 s2_117
target triple = "spir64-unknown-unknown"

define spir_func void @f(i32 %a, i32 %b, <2 x i64> %v, <2 x i64> %w) {
  %and = and i32 %a, %b
  %or = or i32 %a, %b
  %xor = xor i32 %a, %b
  %shl = shl i32 %a, %b
  %lshr = lshr i32 %a, %b
  %ashr = ashr i32 %a, %b
  %vand = and <2 x i64> %v, %w
  %vshl = shl <2 x i64> %v, %w
  %vor = or <2 x i64> %v, %w
  %vxor = xor <2 x i64> %v, %w
  %vlshr = lshr <2 x i64> %v, %w
  %vashr = ashr <2 x i64> %v, %w
  ret void
}
