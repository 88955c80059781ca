; The body is a copy of what another module defines: an import.
; RUN: forward
; RUN: roundtrip
target triple = "spir64-unknown-unknown"

define available_externally spir_func void @available() {
  ret void
}

define spir_func void @exported() {
  call spir_func void @available()
  ret void
}
