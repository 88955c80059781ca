; Atomics on bfloat where no extension has it: on the bits; what computes is a loop around a compare-exchange.
; RUN: forward
; RUN: roundtrip
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

define spir_func bfloat @moves(ptr addrspace(1) %p) {
  %x = load atomic bfloat, ptr addrspace(1) %p acquire, align 2
  %old = atomicrmw xchg ptr addrspace(1) %p, bfloat %x seq_cst
  store atomic bfloat %old, ptr addrspace(1) %p release, align 2
  ret bfloat %x
}

define spir_func bfloat @adds(ptr addrspace(3) %p, bfloat %x) {
  %old = atomicrmw fadd ptr addrspace(3) %p, bfloat %x syncscope("workgroup") monotonic
  ret bfloat %old
}
