; Where SPIR-V 1.0 is the newest allowed, nothing says how much may be read behind a pointer.
; RUN: forward --spirv-max-version=1.0
target triple = "spir64-unknown-unknown"

define spir_func void @f(ptr addrspace(1) dereferenceable(12) %p) {
  ret void
}
