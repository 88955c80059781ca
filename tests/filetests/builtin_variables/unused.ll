; A builtin variable that nothing uses does not come back, which is documented.
; RUN: forward
; RUN: roundtrip
target triple = "spir64-unknown-unknown"

@__spirv_BuiltInWorkDim = external addrspace(1) global i32

define spir_kernel void @k() {
  ret void
}
