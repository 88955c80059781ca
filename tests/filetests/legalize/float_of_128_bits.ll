; Floating-point numbers that SPIR-V lacks.
; RUN: fails forward
target triple = "spir64-unknown-unknown"

define spir_func fp128 @f(fp128 %x) {
  ret fp128 %x
}
