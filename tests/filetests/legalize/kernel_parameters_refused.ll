; A vector of booleans has no size that a host could pass.
; RUN: fails forward
target triple = "spir64-unknown-unknown"

define spir_kernel void @f(ptr addrspace(1) %out, <5 x i1> %v) {
  %wide = zext <5 x i1> %v to <5 x i8>
  store <5 x i8> %wide, ptr addrspace(1) %out, align 8
  ret void
}
