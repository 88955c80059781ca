; Cut to a whole number: 0.5 is 0. Out of range is undefined.
; RUN: forward
; RUN: roundtrip
target triple = "spir64-unknown-unknown"

define spir_func void @f(float %x) {
  %fptoui = fptoui float %x to i1
  %fptosi = fptosi float %x to i1
  ret void
}
