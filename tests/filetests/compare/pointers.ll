; Pointers are compared as integers.
; RUN: forward
; RUN: roundtrip
target triple = "spir64-unknown-unknown"

define spir_func void @f(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  %eq = icmp eq ptr addrspace(1) %p, %q
  %ult = icmp ult ptr addrspace(1) %p, %q
  %null = icmp ne ptr addrspace(1) %p, null
  ret void
}
