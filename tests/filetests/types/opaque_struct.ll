; A struct without a body is OpTypeOpaque, and so is it on the way back.
; RUN: forward
; RUN: roundtrip
target triple = "spir64-unknown-unknown"

%hidden = type opaque

@elsewhere = external addrspace(1) global %hidden

define spir_func ptr addrspace(1) @f() {
  ret ptr addrspace(1) @elsewhere
}
