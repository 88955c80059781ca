; RUN: forward
; RUN: roundtrip
target triple = "spir64-unknown-unknown"

define spir_func i32 @f(ptr addrspace(1) %g, ptr addrspace(3) %l) {
  %a = addrspacecast ptr addrspace(1) %g to ptr addrspace(4)
  %b = addrspacecast ptr addrspace(3) %l to ptr addrspace(4)
  %c = addrspacecast ptr addrspace(4) %a to ptr addrspace(3)
  %v = load i32, ptr addrspace(4) %b, align 4
  ret i32 %v
}
