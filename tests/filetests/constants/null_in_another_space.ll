; The null pointer is null in each address space.
; RUN: forward
; RUN: roundtrip
target triple = "spir64-unknown-unknown"

@g = addrspace(1) global ptr addrspace(4) addrspacecast (ptr null to ptr addrspace(4))

define spir_func i1 @f(ptr addrspace(1) %p) {
  %same = icmp eq ptr addrspace(1) addrspacecast (ptr null to ptr addrspace(1)), %p
  ret i1 %same
}
