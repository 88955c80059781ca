; Data, a splat, mixed with what is undefined, null.
; RUN: forward
; RUN: roundtrip
; COVERS: s2_121
target triple = "spir64-unknown-unknown"

define spir_func void @f(<4 x i32> %a, <2 x i64> %b, <3 x half> %c, <2 x i1> %d) {
  %data = add <4 x i32> %a, <i32 1, i32 -2, i32 3, i32 4>
  %splat = add <4 x i32> %a, splat (i32 7)
  %null = sub <4 x i32> %a, zeroinitializer
  %undefined = add <4 x i32> %a, <i32 1, i32 undef, i32 poison, i32 4>
  %longs = add <2 x i64> %b, <i64 1, i64 -1>
  %halves = fadd <3 x half> %c, <half 0xH3C00, half 0xHBC00, half 0xH0000>
  %bools = and <2 x i1> %d, <i1 true, i1 false>
  ret void
}
