; RUN: forward
; RUN: roundtrip
; COVERS: s2_177 s0_32
target triple = "spir64-unknown-unknown"

define spir_func i32 @f(i32 %a) {
  ret i32 %a
}
