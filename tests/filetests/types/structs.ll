; Named and literal ones, packed and not, nested and empty. Two of one shape stay two.
; RUN: forward
; RUN: roundtrip
; COVERS: s2_13 s2_14
target triple = "spir64-unknown-unknown"

%struct.A = type { i8, i32 }
%struct.B = type { i8, i32 }
%struct.P = type <{ i8, i32 }>
%struct.N = type { %struct.A, [2 x %struct.P], { i16, float } }
%struct.E = type {}

define spir_func void @f() {
  %a = alloca %struct.A, align 4
  %b = alloca %struct.B, align 4
  %p = alloca %struct.P, align 1
  %n = alloca %struct.N, align 4
  %e = alloca %struct.E, align 1
  %literal = alloca { i8, i32 }, align 4
  %packed = alloca <{ i8, i32 }>, align 1
  ret void
}
