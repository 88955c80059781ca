; RUN: forward
; RUN: roundtrip
; COVERS: s2_149
target triple = "spir64-unknown-unknown"

define spir_func i32 @callee(i32 %a, float %b) {
  ret i32 %a
}

define spir_func void @nothing() {
  ret void
}

define spir_func i32 @caller(i32 %a) {
  %v = call spir_func i32 @callee(i32 %a, float 1.0)
  call spir_func void @nothing()
  ret i32 %v
}
