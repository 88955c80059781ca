; The drop-in declares arithmetic on halves where the source says so, and else halves in buffers only.
; RUN: forward drop-in
target triple = "spir64-unknown-unknown"

define spir_func half @f() {
  ret half 1.0
}
