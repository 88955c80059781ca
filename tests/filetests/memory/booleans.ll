; i1 has no size in SPIR-V, but the pointer may point to it.
; RUN: forward
; RUN: roundtrip
target triple = "spir64-unknown-unknown"

define spir_func i1 @f(i1 %c) {
  %slot = alloca i1, align 1
  store i1 %c, ptr %slot, align 1
  %v = load i1, ptr %slot, align 1
  ret i1 %v
}
