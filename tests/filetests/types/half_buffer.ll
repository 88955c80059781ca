; Khronos mode declares arithmetic on halves where the source says so, and else halves in buffers only.
; RUN: forward khronos
target triple = "spir64-unknown-unknown"

define spir_func half @f() {
  ret half 1.0
}
