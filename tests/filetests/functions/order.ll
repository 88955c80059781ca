; A function may be called before it stands in the module; declarations come before definitions.
; RUN: forward
; RUN: roundtrip
; COVERS: s0_28 s0_29
target triple = "spir64-unknown-unknown"

define spir_func i32 @first(i32 %a) {
  %v = call spir_func i32 @second(i32 %a)
  %w = call spir_func i32 @outside(i32 %v)
  ret i32 %w
}

define internal spir_func i32 @second(i32 %a) {
  ret i32 %a
}

declare spir_func i32 @outside(i32 %x)
