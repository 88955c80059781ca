; To LLVM an exchange that fails may order more than one that succeeds, to SPIR-V not: both do.
; RUN: forward
; RUN: roundtrip
target triple = "spir64-unknown-unknown"

define spir_func i32 @exchanges(ptr addrspace(1) %p, i32 %v) {
  %a = cmpxchg ptr addrspace(1) %p, i32 %v, i32 7 release seq_cst
  %b = cmpxchg ptr addrspace(1) %p, i32 %v, i32 7 release acquire
  %c = cmpxchg ptr addrspace(1) %p, i32 %v, i32 7 monotonic acquire
  %d = cmpxchg ptr addrspace(1) %p, i32 %v, i32 7 acq_rel monotonic
  %x = extractvalue { i32, i1 } %a, 0
  ret i32 %x
}
