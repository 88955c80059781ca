; The document's example: into a structure with an array.
; RUN: forward
; RUN: roundtrip
; COVERS: s2_91
target triple = "spir64-unknown-unknown"

%struct.S = type { float, [4 x i32] }

define spir_func i32 @f(i64 %i) {
  %s = alloca %struct.S, align 4
  %e = getelementptr %struct.S, ptr %s, i32 0, i32 1, i64 %i
  %v = load i32, ptr %e, align 4
  ret i32 %v
}
