; RUN: forward
; RUN: roundtrip
target triple = "spir-unknown-unknown"

define spir_func i1 @f(ptr addrspace(1) %p) {
  %null = icmp eq ptr addrspace(1) %p, null
  ret i1 %null
}
