; A pointer in a variable points to what is loaded through it, one behind another pointer to bytes.
; RUN: forward
; RUN: roundtrip
target triple = "spir64-unknown-unknown"

define spir_func i32 @f(ptr addrspace(1) %pp) {
  %slot = alloca ptr addrspace(1), align 8
  store ptr addrspace(1) %pp, ptr %slot, align 8
  %p = load ptr addrspace(1), ptr %slot, align 8
  %q = load ptr addrspace(1), ptr addrspace(1) %p, align 8
  %v = load i32, ptr addrspace(1) %q, align 4
  ret i32 %v
}
